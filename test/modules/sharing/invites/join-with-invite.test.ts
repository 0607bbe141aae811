import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import {
  type Person,
  seedGrant,
  seedMember,
  seedOrganization,
  seedStranger,
  seedToken,
} from '../../../support/seed.js';
import { createSpaceOrCollection, markDeleted, setMember } from '../grants/grant-kit.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let otherOrganization: { id: string; admin: Person };

beforeAll(async () => {
  organization = await seedOrganization(test);
  otherOrganization = await seedOrganization(test, 'Other');
});

const makeLink = async (body: object): Promise<string> =>
  (await test.rest('POST', `/orgs/${organization.id}/link-invites`, { ...organization.admin, body })).body.id;
const join = (invite: string, token: string | null, id = organization.id) =>
  test.rest('POST', `/orgs/${id}/invites/${invite}`, { token });

const change = (userId: string, data: { disabled?: boolean; role?: string | null }) =>
  setMember(test, { organizationId: organization.id, userId }, data);

/**
 * Returns the role of a person in the organization, read from the database; undefined if the person is not a member.
 */
async function roleOf({ id }: Person, organizationId = organization.id): Promise<string | null | undefined> {
  const { read } = test.store;
  const query = read.sql.selectFrom('Member').select('role').where('organizationId', '=', organizationId);
  return (await read.first(query.where('userId', '=', id)))?.role;
}

async function eventCount(): Promise<number> {
  const { read } = test.store;
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization.id);
  return (await read.all(events)).length;
}

describe('an invite link to the organization', () => {
  it.each(['read', 'create', null] as const)('makes a stranger a member with the role %s', async (role) => {
    const stranger = await seedStranger(test);
    const invite = await makeLink({ role });
    expect((await test.rest('GET', `/orgs/${organization.id}`, stranger)).status).toBe(404);
    expect(await join(invite, stranger.token)).toMatchObject({ status: 200, body: {} });
    expect(await roleOf(stranger)).toBe(role);
    expect((await test.rest('GET', `/orgs/${organization.id}`, stranger)).status).toBe(200);
  });

  it('used twice returns no error and changes nothing', async () => {
    const stranger = await seedStranger(test);
    const invite = await makeLink({ role: 'edit' });
    await join(invite, stranger.token);
    const before = await eventCount();
    expect(await join(invite, stranger.token)).toMatchObject({ status: 200, body: {} });
    expect([await roleOf(stranger), await eventCount()]).toEqual(['edit', before]);
  });

  it.each([
    ['admin', 'read', 'admin'],
    ['read', 'edit', 'edit'],
    [null, 'comment', 'comment'],
    ['read', null, 'read'],
    [null, null, null],
  ] as const)(
    'changes a member with the role %s who joins with the role %s to the role %s',
    async (own, given, role) => {
      const member = await seedMember(test, organization.id, own);
      expect((await join(await makeLink({ role: given }), member.token)).status).toBe(200);
      expect(await roleOf(member)).toBe(role);
    },
  );

  it('returns 403 to a disabled member, and does not change the member', async () => {
    const member = await seedMember(test, organization.id, 'read');
    const elsewhere = await test.rest('POST', `/orgs/${otherOrganization.id}/link-invites`, {
      ...otherOrganization.admin,
      body: { role: 'read' },
    });
    await join(elsewhere.body.id, member.token, otherOrganization.id);
    await setMember(test, { organizationId: organization.id, userId: member.id }, { disabled: true });
    expect((await join(await makeLink({ role: 'admin' }), member.token)).status).toBe(403);
    expect(await roleOf(member)).toBe('read');
    expect((await test.rest('GET', `/orgs/${organization.id}`, member)).status).toBe(404);
  });

  it('creates a membership that is effective in the next request', async () => {
    const stranger = await seedStranger(test);
    await join(await makeLink({ role: 'edit' }), stranger.token);
    const { body } = await test.rest('GET', '/orgs', stranger);
    expect(body.items.map(({ id }: any) => id)).toEqual([organization.id]);
  });
});

describe.each(['space', 'collection'] as const)('an invite link to a %s', (kind) => {
  let place: string;
  const path = () => `/${kind}s/${place}`;
  const granted = async ({ id }: Person): Promise<string | undefined> => {
    const { body } = await test.rest('GET', `${path()}/permissions/users`, organization.admin);
    return body.items.find(({ user }: any) => user.id === id)?.permission;
  };
  beforeAll(async () => {
    place = await createSpaceOrCollection(test, organization, { kind, defaultLevel: null });
  });

  it('makes a stranger a guest with the level of the link on it', async () => {
    const stranger = await seedStranger(test);
    expect(await join(await makeLink({ level: 'edit', [kind]: place }), stranger.token)).toMatchObject({ status: 200 });
    expect([await roleOf(stranger), await granted(stranger)]).toEqual([null, 'edit']);
    expect((await test.rest('GET', path(), stranger)).status).toBe(200);
  });

  it('with the level null only makes a stranger a guest', async () => {
    const stranger = await seedStranger(test);
    await join(await makeLink({ level: null, [kind]: place }), stranger.token);
    expect([await roleOf(stranger), await granted(stranger)]).toEqual([null, undefined]);
    expect((await test.rest('GET', path(), stranger)).status).toBe(404);
  });

  it('raises the grant of a member, never lowers it, and does not change the role in the organization', async () => {
    const member = await seedMember(test, organization.id, 'create');
    const levels = async (level: string | null) => {
      await join(await makeLink({ level, [kind]: place }), member.token);
      return [await roleOf(member), await granted(member)];
    };
    expect(await levels('comment')).toEqual(['create', 'comment']);
    expect(await levels('review')).toEqual(['create', 'review']);
    expect(await levels('read')).toEqual(['create', 'review']);
    expect(await levels(null)).toEqual(['create', 'review']);
  });

  it('used twice returns no error and changes nothing', async () => {
    const stranger = await seedStranger(test);
    const invite = await makeLink({ level: 'edit', [kind]: place });
    await join(invite, stranger.token);
    const before = await eventCount();
    expect((await join(invite, stranger.token)).status).toBe(200);
    expect([await granted(stranger), await eventCount()]).toEqual(['edit', before]);
  });
});

describe('joining with an invite link', () => {
  it('returns the same 404 for a link that is unknown, deleted, of another organization or disabled', async () => {
    const stranger = await seedStranger(test);
    const [deleted, foreign, off] = [
      await makeLink({ role: 'read' }),
      await makeLink({ role: 'read' }),
      await makeLink({ role: 'read' }),
    ];
    await test.rest('DELETE', `/orgs/${organization.id}/link-invites/${deleted}`, organization.admin);
    const switchTo = (inviteLinks: boolean) =>
      test.rest('PATCH', `/orgs/${organization.id}`, { ...organization.admin, body: { inviteLinks } });
    const answers = [
      ['inv_unknown', await join('inv_unknown', stranger.token)],
      [deleted, await join(deleted, stranger.token)],
      [foreign, await join(foreign, stranger.token, otherOrganization.id)],
      [foreign, await join(foreign, stranger.token, 'org_unknown')],
    ] as const;
    await switchTo(false);
    const closed = [off, await join(off, stranger.token)] as const;
    await switchTo(true);
    const texts = [...answers, closed].map(([id, { status, body }]) => [status, body.error.message.replace(id, 'x')]);
    expect(texts).toEqual(texts.map(() => [404, 'No invite with the id "x"']));
    expect(await roleOf(stranger)).toBeUndefined();
    expect((await join(off, stranger.token)).status).toBe(200);
  });

  it.each([
    ['is disabled', 'organization', { disabled: true }],
    ['is disabled', 'space', { disabled: true }],
    ['has lost the right to create it', 'organization', { role: 'create' }],
    ['has lost the right to create it', 'space', { role: null }],
  ] as const)(
    'returns 404 while the creator of the link %s (link to the %s), and succeeds again afterwards',
    async (_, kind, lapse) => {
      const maker = await seedMember(test, organization.id, 'admin');
      const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
      const body = kind === 'space' ? { space, level: 'edit' } : { role: 'edit' };
      const path = `/orgs/${organization.id}/link-invites`;
      const { id } = (await test.rest('POST', path, { ...maker, body })).body;
      await change(maker.id, lapse);
      const stranger = await seedStranger(test);
      const { status, body: answer } = await join(id, stranger.token);
      expect([status, answer.error.message]).toEqual([404, `No invite with the id "${id}"`]);
      expect(await roleOf(stranger)).toBeUndefined();
      await change(maker.id, { disabled: false, role: 'admin' });
      expect((await join(id, stranger.token)).status).toBe(200);
    },
  );

  it('accepts a link to a space as long as its creator is admin of the space', async () => {
    const maker = await seedMember(test, organization.id, null);
    const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
    await seedGrant(test, organization.id, { to: maker.id, on: space, role: 'admin' });
    const body = { space, level: 'read' };
    const { id } = (await test.rest('POST', `/orgs/${organization.id}/link-invites`, { ...maker, body })).body;
    expect((await join(id, (await seedStranger(test)).token)).status).toBe(200);
    await test.rest('DELETE', `/spaces/${space}/permissions/users/${maker.id}`, organization.admin);
    expect((await join(id, (await seedStranger(test)).token)).status).toBe(404);
  });

  it('returns 404 for a link to a deleted space', async () => {
    const stranger = await seedStranger(test);
    const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
    const invite = await makeLink({ level: 'read', space });
    await markDeleted(test, space);
    expect((await join(invite, stranger.token)).status).toBe(404);
    expect(await roleOf(stranger)).toBeUndefined();
  });

  it('returns 401 without a token, and 403 with a token that has scopes or is of another organization', async () => {
    const invite = await makeLink({ role: 'read' });
    expect((await join(invite, null)).status).toBe(401);
    const stranger = await seedMember(test, otherOrganization.id, 'read');
    for (const narrowed of [
      { organizationId: otherOrganization.id },
      { scopes: ['read'] },
      { scopes: ['agent', 'organization:invite'] },
    ]) {
      const token = await seedToken(test, stranger.id, narrowed);
      expect((await join(invite, token)).status).toBe(403);
      expect((await join('inv_unknown', token)).status).toBe(403);
    }
    expect(await roleOf(stranger)).toBeUndefined();
    const bound = await seedToken(test, organization.admin.id, { organizationId: organization.id });
    expect((await join(invite, bound)).status).toBe(200);
  });

  it('returns 400 for a body with fields', async () => {
    const path = `/orgs/${organization.id}/invites/${await makeLink({ role: 'read' })}`;
    expect((await test.rest('POST', path, { ...otherOrganization.admin, body: { role: 'admin' } })).status).toBe(400);
  });

  it('creates one member with one grant from many concurrent requests', async () => {
    const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
    const invites = await Promise.all([
      makeLink({ role: 'read' }),
      makeLink({ role: 'edit' }),
      makeLink({ level: 'comment', space }),
      makeLink({ level: 'review', space }),
    ]);
    const stranger = await seedStranger(test);
    const answers = await Promise.all([...invites, ...invites].map((invite) => join(invite, stranger.token)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await roleOf(stranger)).toBe('edit');
    const { body } = await test.rest('GET', `/spaces/${space}/permissions/users`, organization.admin);
    expect(body.items.map(({ permission }: any) => permission)).toEqual(['review']);
  });

  it('logs who joined, but not the link', async () => {
    const stranger = await seedStranger(test);
    const invite = await makeLink({ role: 'edit' });
    await join(invite, stranger.token);
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').selectAll().where('targetId', '=', stranger.id);
    const events = await read.all(query.orderBy('sequence'));
    expect(events.at(-1)).toMatchObject({ action: 'joinOrganizationWithInvite', changes: { role: 'edit' } });
    expect(JSON.stringify(events)).not.toContain(invite);
  });

  it('returns in GraphQL whether anything changed', async () => {
    const stranger = await seedStranger(test);
    const input = { organization: organization.id, invite: await makeLink({ role: 'read' }) };
    const mutation = 'mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { outcome } }';
    const run = async () => (await test.graphql(mutation, { ...stranger, variables: { input } })).data;
    expect([await run(), await run()].map((data) => data.acceptInvite.outcome)).toEqual(['JOINED', 'UNCHANGED']);
  });
});
