import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let manual: Manual;
let other: Manual;
let proposal: ChangeRequestClient;

beforeAll(async () => {
  [manual, other] = [await seedManual(test, acme), await seedManual(test, globex)];
  proposal = await openChangeRequest(test, manual.id, acme.admin.token);
});

const get = (name: string, space = manual.id) =>
  test.rest('GET', `/spaces/${space}/change-requests/${name}`, acme.admin);
const patch = (body: unknown, path = proposal.path) => test.rest('PATCH', path, { ...acme.admin, body });
const document = (text: string) => ({
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [{ object: 'block', type: 'paragraph', nodes: [{ object: 'text', leaves: [{ object: 'leaf', text }] }] }],
});

describe('a change request', () => {
  it('is the same by id and by number', async () => {
    expect((await get('1')).body).toEqual((await get(proposal.id)).body);
  });

  it('takes three batches: change request, author, space', async () => {
    expect(await test.batches(() => get(proposal.id))).toHaveLength(3);
  });

  it.each(['01', '1e0', '%201', '1%20', '+1', '1.0', '%EF%BC%91', '0', '2', '1000000000', 'cr_unknown'])(
    'is not found by the number or id %j: 404',
    async (name) => {
      expect((await get(name)).status).toBe(404);
      expect((await patch({ subject: 'x' }, `/spaces/${manual.id}/change-requests/${name}`)).status).toBe(404);
    },
  );

  it('returns 404 below another space, also of the same organization', async () => {
    const second = await seedManual(test, acme);
    for (const space of [second.id, other.id]) {
      expect((await get(proposal.id, space)).status).toBe(404);
      expect((await patch({ subject: 'x' }, `/spaces/${space}/change-requests/${proposal.id}`)).status).toBe(404);
    }
  });

  it('of another organization returns 404 below a space of the own organization', async () => {
    const foreign = await openChangeRequest(test, other.id, globex.admin.token);
    expect((await get(foreign.id)).status).toBe(404);
    expect(
      (await test.rest('POST', `/spaces/${manual.id}/change-requests/${foreign.id}/merge`, acme.admin)).status,
    ).toBe(404);
    expect(await foreign.get()).toMatchObject({ status: 'open' });
  });

  it('is found in GraphQL by id, by space and number, and through `node`', async () => {
    const query = `query ($id: ID!, $space: ID!) {
    a: changeRequest(id: $id) { id }
    b: changeRequest(space: $space, changeRequest: "1") { id space { title } }
    c: changeRequest(space: $space, changeRequest: "01") { id }
    d: node(id: $id) { ... on ChangeRequest { number } }
  }`;
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: proposal.id, space: manual.id } });
    expect(data).toEqual({
      a: { id: proposal.id },
      b: { id: proposal.id, space: { title: 'Manual' } },
      c: null,
      d: { number: 1 },
    });
  });

  it('has its organization and revisions as objects in GraphQL, and null for revisions that do not exist', async () => {
    const fields = 'organization { id } revisionInitial { id } revisionMergedAncestor { id } revisionMerged { id }';
    const { changeRequest } = (await test.graphql(`{ changeRequest(id: "${proposal.id}") { ${fields} } }`, acme.admin))
      .data;
    const { revisionInitial } = (await get(proposal.id)).body;
    expect(changeRequest).toEqual({
      organization: { id: acme.id },
      revisionInitial: { id: revisionInitial },
      revisionMergedAncestor: null,
      revisionMerged: null,
    });
  });

  it('can be updated: subject, description and status are returned and stored', async () => {
    const changes = { subject: 'Fewer words', description: document('Because.'), status: 'draft' };
    const { status, body } = await patch(changes);
    expect([status, body]).toEqual([200, expect.objectContaining(changes)]);
    expect(await proposal.get()).toEqual(body);
    expect((await patch({ subject: '' })).body).toMatchObject({ subject: '', description: changes.description });
  });

  it('returns 400 for a description with an unknown block type, and changes nothing', async () => {
    const before = (await patch({})).body;
    const nodes = [{ object: 'block', type: 'marquee', nodes: [] }];
    const { status, body } = await patch({ subject: 'Other', description: { ...document(''), nodes } });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("The document's /nodes/0")]);
    expect((await patch({})).body).toMatchObject({ subject: before.subject, description: before.description });
  });

  it('has no description after an update with `description: null`', async () => {
    expect((await patch({ description: null })).body).not.toHaveProperty('description');
  });

  it.each([
    ['subject', null],
    ['subject', 'x'.repeat(101)],
    ['description', 'text'],
    ['description', { object: 'block' }],
    ['status', 'merged'],
    ['status', null],
    ['number', 7],
  ])('returns 400 that names the field for `%s: %j`, and changes nothing', async (field, value) => {
    const before = await proposal.get();
    const { status, body } = await patch({ [field]: value });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await proposal.get()).toEqual(before);
  });

  it('can be read but not changed with the role `comment`', async () => {
    const member = await seedMember(test, acme.id, 'comment');
    expect((await test.rest('GET', proposal.path, member)).status).toBe(200);
    const { status, body } = await test.rest('PATCH', proposal.path, { ...member, body: { subject: 'Mine' } });
    expect([status, body.error.message]).toEqual([403, 'changeRequest.update needs the role edit; yours is comment']);
  });

  it('returns 404 to a guest', async () => {
    expect((await test.rest('GET', proposal.path, await seedMember(test, acme.id, null))).status).toBe(404);
  });
});
