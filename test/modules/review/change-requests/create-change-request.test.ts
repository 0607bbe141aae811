import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let space: string;
let foreign: string;

beforeAll(async () => {
  [space, foreign] = [await seedSpace(test, acme.id), await seedSpace(test, globex.id)];
});

const create = (body: unknown = {}, into = space) =>
  test.rest('POST', `/spaces/${into}/change-requests`, { ...acme.admin, body });

describe('opening a change request', () => {
  it('starts from the head of the space, and returns an id that finds the change request', async () => {
    const head = (await test.rest('GET', `/spaces/${space}`, acme.admin)).body.revision;
    const { status, body } = await create({ subject: 'Better words' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'open',
      subject: 'Better words',
      createdBy: { id: acme.admin.id },
      space,
      revision: head,
      revisionInitial: head,
      comments: 0,
      outdated: false,
      urls: { location: `https://docs.test/v1/spaces/${space}/change-requests/${body.id}` },
    });
    for (const absent of ['description', 'revisionMerged', 'revisionMergedAncestor'])
      expect(body).not.toHaveProperty(absent);
    expect((await test.rest('GET', `/spaces/${space}/change-requests/${body.id}`, acme.admin)).body).toEqual(body);
  });

  it('sets an empty subject by default, and ignores unknown properties', async () => {
    expect((await create()).body.subject).toBe('');
    expect((await create({ subject: 'Free', origin: 'a client' })).status).toBe(201);
  });

  it.each([
    ['subject', 'x'.repeat(101)],
    ['subject', null],
    ['subject', 7],
    ['template', { id: 'tpl_1' }],
  ])('returns 400 that names the field for `%s: %j`, and uses up no number', async (field, value) => {
    const before = (await create()).body.number;
    const { status, body } = await create({ [field]: value });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    expect((await create()).body.number).toBe(before + 1);
  });

  it('gives twenty concurrent requests numbers without a gap', async () => {
    const crowded = await seedSpace(test, acme.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({}, crowded)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const numbers = answers.map(({ body }) => body.number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect((await test.rest('GET', `/spaces/${crowded}`, acme.admin)).body.changeRequests).toBe(20);
  });

  it('numbers the change requests of each space separately', async () => {
    expect((await create({}, await seedSpace(test, acme.id))).body.number).toBe(1);
  });

  it.each(roles)('is allowed to the role %s as the policy says', async (role) => {
    const member = await seedMember(test, acme.id, role);
    const { status, body } = await test.rest('POST', `/spaces/${space}/change-requests`, { ...member, body: {} });
    if (roles.indexOf(role) >= roles.indexOf('edit')) return void expect(status).toBe(201);
    expect([status, body.error.message]).toEqual([403, `changeRequest.create needs the role edit; yours is ${role}`]);
  });

  it('returns 404 to a guest, who does not see the space', async () => {
    const guest = await seedMember(test, acme.id, null as Role | null);
    expect((await test.rest('POST', `/spaces/${space}/change-requests`, { ...guest, body: {} })).status).toBe(404);
  });

  it('returns 404 for a space of another organization', async () => {
    expect((await create({}, foreign)).status).toBe(404);
  });

  it('returns 403 for a locked space', async () => {
    const locked = await seedSpace(test, acme.id);
    await test.rest('PATCH', `/spaces/${locked}`, { ...acme.admin, body: { editMode: 'locked' } });
    const { status, body } = await create({}, locked);
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('is locked')]);
  });

  it('is possible in GraphQL', async () => {
    const mutation = `mutation ($input: CreateChangeRequestInput!) {
    createChangeRequest(input: $input) { changeRequest { status subject space { id } revision { id } createdBy { id } } }
  }`;
    const variables = { input: { space, subject: 'By the graph' } };
    const { data } = await test.graphql(mutation, { ...acme.admin, variables });
    expect(data.createChangeRequest.changeRequest).toMatchObject({
      status: 'OPEN',
      subject: 'By the graph',
      space: { id: space },
      createdBy: { id: acme.admin.id },
    });
  });
});
