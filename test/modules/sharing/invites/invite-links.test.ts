import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedToken } from '../../../support/seed.js';
import { createSpaceOrCollection, markDeleted } from '../grants/grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let otherOrganization: { id: string; admin: Person };
let member: Person;
let guest: Person;
const places: Record<'space' | 'collection', string> = { space: '', collection: '' };

beforeAll(async () => {
  organization = await seedOrganization(test);
  otherOrganization = await seedOrganization(test, 'Other');
  member = await seedMember(test, organization.id, 'create');
  guest = await seedMember(test, organization.id, null);
  for (const kind of ['space', 'collection'] as const)
    places[kind] = await createSpaceOrCollection(test, organization, { kind });
});

const links = (id = '') => `/orgs/${organization.id}/link-invites${id && `/${id}`}`;
const create = (body: unknown, token: string | null = organization.admin.token) =>
  test.rest('POST', links(), { token, body });
const get = (id: string, token: string | null = organization.admin.token) => test.rest('GET', links(id), { token });

describe('creating an invite link', () => {
  it('to the organization returns 201 and the link with a role', async () => {
    const { status, body } = await create({ role: 'edit' });
    expect([status, body]).toEqual([
      201,
      { object: 'invite', id: expect.stringMatching(/^inv_[0-9a-z]{26}$/), role: 'edit', redundant: false },
    ]);
    expect((await get(body.id)).body).toEqual(body);
    expect((await create({ role: null })).body).toMatchObject({ role: null });
  });

  it.each(['space', 'collection'] as const)('to a %s returns 201 and the link with a level', async (kind) => {
    const { status, body } = await create({ level: 'review', [kind]: places[kind] });
    expect([status, body]).toEqual([
      201,
      {
        object: 'invite',
        id: expect.any(String),
        level: 'review',
        redundant: false,
        [kind]: expect.objectContaining({ object: kind, id: places[kind] }),
      },
    ]);
    expect((await get(body.id)).body).toEqual(body);
    expect((await create({ level: null, [kind]: places[kind] })).body).toMatchObject({ level: null, redundant: true });
  });

  it.each([
    ['nothing', {}, 'role'],
    ['a level without a place', { level: 'read' }, 'level'],
    ['a role and a level', { role: 'read', level: 'read' }, 'level'],
    ['a role for a space', { role: 'read', space: 'spc_1' }, 'role'],
    ['a space without a level', { space: 'spc_1' }, 'level'],
    ['a space and a collection', { level: 'read', space: 'spc_1', collection: 'col_1' }, 'collection'],
    ['null for the space', { level: 'read', space: null }, 'space'],
    ['an unknown space', { level: 'read', space: 'spc_1' }, 'space'],
    ['an unknown collection', { level: 'read', collection: 'col_1' }, 'collection'],
    ['an unknown role', { role: 'owner' }, 'role'],
  ])('returns 400 with %s, and the message names the field', async (_name, body, field) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  });

  it.each(['space', 'collection'] as const)(
    'to a %s of another organization returns the same 400 as to an unknown one',
    async (kind) => {
      const foreignId = await createSpaceOrCollection(test, otherOrganization, { kind });
      const foreign = await create({ level: 'read', [kind]: foreignId });
      const unknown = await create({ level: 'read', [kind]: 'nothing' });
      expect([foreign.status, unknown.status]).toEqual([400, 400]);
      expect(foreign.body.error.message.replace(foreignId, 'nothing')).toBe(unknown.body.error.message);
    },
  );

  it('requires the role admin on its target, so no link has a higher role than its creator', async () => {
    expect((await create({ role: 'read' }, member.token)).status).toBe(403);
    expect((await create({ role: 'admin' }, member.token)).status).toBe(403);
    expect((await create({ level: 'read', space: places.space }, member.token)).status).toBe(403);
    expect((await create({ level: 'read', collection: places.collection }, member.token)).status).toBe(403);
    expect((await create({ level: 'read', space: places.space }, guest.token)).status).toBe(400);
    const owner = await seedMember(test, organization.id, null);
    const body = { role: 'admin', users: [owner.id] };
    await test.rest('POST', `/collections/${places.collection}/permissions`, { ...organization.admin, body });
    expect((await create({ level: 'admin', collection: places.collection }, owner.token)).status).toBe(201);
    expect((await create({ role: null }, owner.token)).status).toBe(403);
  });

  it('returns 401 without a token, 404 to strangers, and 403 with a token that only reads', async () => {
    expect((await create({ role: 'read' }, null)).status).toBe(401);
    expect((await create({ role: 'read' }, otherOrganization.admin.token)).status).toBe(404);
    const token = await seedToken(test, organization.admin.id, { scopes: ['read'] });
    expect((await create({ role: 'read' }, token)).status).toBe(403);
  });

  it('does not log the credential in an event', async () => {
    const { body } = await create({ role: 'read' });
    const { read } = test.store;
    const events = await read.all(read.sql.selectFrom('Event').selectAll());
    expect(events.some(({ action }) => action === 'createOrganizationInvite')).toBe(true);
    expect(JSON.stringify(events)).not.toContain(body.id);
  });
});

describe('an invite link', () => {
  let ids: Record<'organization' | 'space' | 'collection', string>;
  beforeEach(async () => {
    ids = {
      organization: (await create({ role: 'read' })).body.id,
      space: (await create({ level: 'read', space: places.space })).body.id,
      collection: (await create({ level: 'read', collection: places.collection })).body.id,
    };
  });
  const change = (id: string, body: unknown, token: string | null = organization.admin.token) =>
    test.rest('PATCH', links(id), { token, body });
  const remove = (id: string, token: string | null = organization.admin.token) =>
    test.rest('DELETE', links(id), { token });

  it('to the organization can change its role, also to null', async () => {
    expect([(await change(ids.organization, { role: 'create' })).body.role]).toEqual(['create']);
    expect(await change(ids.organization, { role: null })).toMatchObject({ status: 200, body: { role: null } });
    expect((await get(ids.organization)).body.role).toBeNull();
  });

  it.each(['space', 'collection'] as const)('to a %s can change its level, also to null', async (kind) => {
    expect((await change(ids[kind], { level: 'create' })).body.level).toBe('create');
    expect(await change(ids[kind], { level: null })).toMatchObject({ status: 200, body: { level: null } });
  });

  it.each([
    ['organization', { level: 'read' }, 'level'],
    ['organization', {}, 'role'],
    ['space', { role: 'read' }, 'role'],
    ['space', {}, 'level'],
    ['collection', { role: 'read', level: 'read' }, 'role'],
  ] as const)('to a %s returns 400 for the body %j', async (kind, body, field) => {
    const answer = await change(ids[kind], body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
  });

  it('is deleted with 204, also repeatedly', async () => {
    for (const id of Object.values(ids)) {
      expect([(await remove(id)).status, (await get(id)).status, (await remove(id)).status]).toEqual([204, 404, 204]);
      expect((await change(id, { role: 'read' })).status).toBe(404);
    }
  });

  it('returns the same 403 as an unknown link to users who may not see links', async () => {
    for (const id of Object.values(ids))
      for (const { token } of [member, guest]) {
        const ask = async (link: string) => [
          await get(link, token),
          await change(link, { role: 'admin' }, token),
          await remove(link, token),
        ];
        const [known, unknown] = [await ask(id), await ask('inv_unknown')];
        expect(known.map(({ status }) => status)).toEqual([403, 403, 403]);
        expect(known.map(({ body }) => body)).toEqual(unknown.map(({ body }) => body));
      }
  });

  it('returns 404 to strangers, even if they know its id; DELETE returns 204', async () => {
    const { token } = otherOrganization.admin;
    for (const id of Object.values(ids)) {
      expect([(await get(id, token)).status, (await change(id, { role: 'admin' }, token)).status]).toEqual([404, 404]);
      expect((await remove(id, token)).status).toBe(204);
      expect((await get(id)).status).toBe(200);
    }
  });

  it('is not a GraphQL node for users who may not see it', async () => {
    for (const id of Object.values(ids))
      for (const { token } of [member, guest, otherOrganization.admin]) {
        const { data } = await test.graphql('query ($id: ID!) { node(id: $id) { id } }', { token, variables: { id } });
        expect(data.node).toBeNull();
      }
  });

  it('returns the same 404 under another organization as an unknown link', async () => {
    const unit = (id: string) =>
      test.rest('GET', `/orgs/${otherOrganization.id}/link-invites/${id}`, otherOrganization.admin);
    const [foreign, unknown] = [await unit(ids.organization), await unit('inv_unknown')];
    expect([foreign.status, foreign.body.error.message.replace(ids.organization, 'inv_unknown')]).toEqual([
      404,
      unknown.body.error.message,
    ]);
    const path = `/orgs/${otherOrganization.id}/link-invites/${ids.organization}`;
    expect((await test.rest('PATCH', path, { ...otherOrganization.admin, body: { role: 'admin' } })).status).toBe(404);
    expect((await test.rest('DELETE', path, otherOrganization.admin)).status).toBe(204);
    expect((await get(ids.organization)).body.role).toBe('read');
  });

  it('returns 401 without a token, and 403 with a token that only reads, because ids of links are credentials', async () => {
    expect((await get(ids.organization, null)).status).toBe(401);
    expect((await change(ids.organization, { role: 'read' }, null)).status).toBe(401);
    expect((await remove(ids.organization, null)).status).toBe(401);
    const token = await seedToken(test, organization.admin.id, { scopes: ['read'] });
    expect((await get(ids.organization, token)).status).toBe(403);
    expect((await change(ids.organization, { role: 'read' }, token)).status).toBe(403);
    expect((await remove(ids.organization, token)).status).toBe(403);
  });

  it('can be read with the scope for links, but not changed', async () => {
    const scopes = ['read', 'organization:viewInviteLinks'];
    const token = await seedToken(test, organization.admin.id, { scopes });
    expect((await get(ids.organization, token)).status).toBe(200);
    expect((await change(ids.organization, { role: 'read' }, token)).status).toBe(403);
    expect((await remove(ids.organization, token)).status).toBe(403);
  });

  it('is a GraphQL node with its target', async () => {
    const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on InviteLink { createdBy { id }
      organization { id } } ... on InviteLinkToSpace { level space { id } } ... on InviteLinkToCollection { collection { id } } } }`;
    const variables = { ids: Object.values(ids) };
    const { data } = await test.graphql(query, { ...organization.admin, variables });
    const shared = { createdBy: { id: organization.admin.id }, organization: { id: organization.id } };
    expect(data.nodes).toEqual([
      { __typename: 'InviteLinkToOrganization', id: ids.organization, ...shared },
      { __typename: 'InviteLinkToSpace', id: ids.space, ...shared, level: 'READ', space: { id: places.space } },
      { __typename: 'InviteLinkToCollection', id: ids.collection, ...shared, collection: { id: places.collection } },
    ]);
  });
});

describe('the list of invite links', () => {
  it('contains only links to the organization itself, newest first, in pages', async () => {
    const [first, second] = [(await create({ role: 'read' })).body, (await create({ role: 'admin' })).body];
    await create({ level: 'read', space: places.space });
    const { status, body } = await test.rest('GET', `${links()}?limit=2`, organization.admin);
    expect([status, body.items.map(({ id }: any) => id)]).toEqual([200, [second.id, first.id]]);
    const more = await test.rest('GET', `${links()}?page=${body.next.page}`, organization.admin);
    expect(more.body.items.length + 2).toBe(body.count);
    expect(body.items[0]).toMatchObject({ object: 'invite', role: 'admin', redundant: false });
    expect(body.items[1]).toMatchObject({ object: 'invite', role: 'read', redundant: true });
  });

  it('takes at most four batches', async () => {
    const batches = await test.batches(() => test.rest('GET', links(), organization.admin));
    expect(batches.length).toBeLessThanOrEqual(4);
  });

  it('of a space or a collection is available in GraphQL to its admins', async () => {
    for (const kind of ['space', 'collection'] as const) {
      const own = (await create({ level: 'edit', [kind]: places[kind] })).body.id;
      const query = `query ($id: ID!) { ${kind}(id: $id) { invites { totalCount nodes { id level redundant } } } }`;
      const ask = (token: string) => test.graphql(query, { token, variables: { id: places[kind] } });
      const { nodes, totalCount } = (await ask(organization.admin.token)).data[kind].invites;
      expect([nodes[0], nodes.length]).toEqual([{ id: own, level: 'EDIT', redundant: false }, totalCount]);
      expect((await ask(member.token)).errors![0]!.extensions.code).toBe('FORBIDDEN');
    }
  });

  it('returns 403 without the role admin, 401 without a token, and 404 to strangers', async () => {
    for (const { token } of [member, guest]) expect((await test.rest('GET', links(), { token })).status).toBe(403);
    expect((await test.rest('GET', links())).status).toBe(401);
    expect((await test.rest('GET', links(), otherOrganization.admin)).status).toBe(404);
    expect((await test.rest('GET', `${links()}?limit=-1`, organization.admin)).status).toBe(400);
  });
});

describe('an invite link to a deleted space', () => {
  it('is visible only to admins of the organization', async () => {
    const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
    const owner = await seedMember(test, organization.id, null);
    const body = { role: 'admin', users: [owner.id] };
    await test.rest('POST', `/spaces/${space}/permissions`, { ...organization.admin, body });
    const { id } = (await create({ level: 'read', space }, owner.token)).body;
    expect((await get(id, owner.token)).status).toBe(200);
    await markDeleted(test, space);
    expect([(await get(id, owner.token)).status, (await get(id)).status]).toEqual([403, 200]);
    expect((await create({ level: 'read', space }, owner.token)).status).toBe(400);
  });
});
