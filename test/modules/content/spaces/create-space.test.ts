import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../src/access/viewer.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);

const create = (body?: unknown) => test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body });

describe('creating a space', () => {
  it.each([{}, undefined])('sets the documented defaults for %j', async (given) => {
    const { status, body } = await create(given);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'space',
      title: 'Untitled',
      emoji: '',
      visibility: 'private',
      editMode: 'live',
      mergeRules: { type: 'inherit' },
      defaultLevel: 'inherit',
      organization: acme.id,
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    });
    for (const absent of ['parent', 'language', 'deletedAt']) expect(body).not.toHaveProperty(absent);
  });

  it('stores and returns the given values', async () => {
    const given = { title: 'Guide', emoji: '1f600', language: 'pt-br', editMode: 'locked' };
    const { body } = await create({ ...given, empty: true });
    expect(body).toMatchObject(given);
    expect((await test.rest('GET', `/spaces/${body.id}`, acme.admin)).body).toEqual(body);
  });

  it('creates one empty revision without a parent', async () => {
    const { body } = await create({});
    const revision = (await test.rest('GET', `/spaces/${body.id}/content`, acme.admin)).body;
    expect(revision).toMatchObject({ id: body.revision, type: 'edits', parents: [], pages: [], files: [] });
  });

  it.each([
    ['title', 'x'.repeat(51)],
    ['title', null],
    ['title', 7],
    ['emoji', 'x'.repeat(51)],
    ['language', 'klingon'],
    ['editMode', 'off'],
    ['empty', false],
  ])('returns 400 for `%s: %j`, naming the field', async (field, value) => {
    const { status, body } = await create({ [field]: value });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
  });

  it.each([null, 'read', 'comment', 'edit', 'review'] as (Role | null)[])(
    'returns 403 to the role %s',
    async (role) => {
      const member = await seedMember(test, acme.id, role);
      const { status, body } = await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...member, body: {} });
      expect([status, body.error.message]).toEqual([
        403,
        `organization.createContent needs the role create; yours is ${role ?? 'guest'}`,
      ]);
    },
  );

  it('is allowed to the role create', async () => {
    const member = await seedMember(test, acme.id, 'create');
    expect((await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...member, body: {} })).status).toBe(201);
  });

  it('returns 404 for a foreign organization, and creates nothing', async () => {
    const answer = await test.rest('POST', `/orgs/${globex.id}/spaces`, { ...acme.admin, body: {} });
    expect(answer.status).toBe(404);
    expect((await test.rest('GET', `/orgs/${globex.id}/spaces`, globex.admin)).body.count).toBe(0);
  });

  it('is possible in GraphQL', async () => {
    const mutation = `mutation ($input: CreateSpaceInput!) {
    createSpace(input: $input) { space { title editMode organization { id } revision { pages { totalCount } } } }
  }`;
    const variables = { input: { organization: acme.id, title: 'By the graph', editMode: 'LOCKED' } };
    const { data } = await test.graphql(mutation, { ...acme.admin, variables });
    expect(data.createSpace.space).toEqual({
      title: 'By the graph',
      editMode: 'LOCKED',
      organization: { id: acme.id },
      revision: { pages: { totalCount: 0 } },
    });
  });
});
