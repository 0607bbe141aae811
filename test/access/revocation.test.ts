import { describe, expect, it } from 'vitest';
import type { Role } from '../../src/access/viewer.js';
import { setMemberDisabled } from '../../src/modules/identity/members/disabling-actions.js';
import { revokeToken } from '../../src/modules/identity/tokens/operator-actions.js';
import { mutate } from '../modules/identity/service-accounts/account-kit.js';
import { seedProvider } from '../modules/identity/sso/sso-scene.js';
import { testApp } from '../support/app.js';
import { type Person, seedMember, seedOrganization, tokenOf } from '../support/seed.js';

// A member sends writes while another request revokes the rights of the member. Each write creates an event.
const test = await testApp();
const operator = { store: test.store, viewer: test.operator };

interface Scene {
  organization: string;
  admin: Person;
  member: Person;
}

/** Ways to lose rights. Each promise is fulfilled when the revocation is confirmed. */
const revocations: Record<string, (scene: Scene) => Promise<unknown>> = {
  'it is removed': ({ organization, admin, member }) =>
    test.rest('DELETE', `/orgs/${organization}/members/${member.id}`, admin),
  'it is demoted': ({ organization, admin, member }) =>
    test.rest('PATCH', `/orgs/${organization}/members/${member.id}`, { ...admin, body: { role: 'edit' } }),
  'it is disabled': ({ organization, member }) =>
    setMemberDisabled(operator, { user: member.email, organization, disabled: true }),
  'its token is revoked': async ({ member }) => revokeToken(operator, await tokenIdOf(member)),
  'its token, which is bound to the organization, is revoked': async ({ member }) =>
    revokeToken(operator, await tokenIdOf(member)),
  'it revokes its own token': async ({ member }) => {
    const query = 'mutation ($id: ID!) { revokeAccessToken(input: { accessToken: $id }) { deletedId } }';
    const { errors } = await test.graphql(query, { ...member, variables: { id: await tokenIdOf(member) } });
    expect(errors).toBeUndefined();
  },
  'an admin blocks its token': async ({ organization, admin, member }) => {
    const input = { organization, accessToken: await tokenIdOf(member) };
    const call = { name: 'revokeOrganizationToken', input, selection: 'deletedId' };
    expect((await mutate(test, admin.token, call)).errors).toBeUndefined();
  },
  'tokens of its age are no longer accepted': async ({ organization, admin }) => {
    const input = { organization, maxTokenDays: 1 };
    const call = { name: 'updateOrganization', input, selection: 'organization { id }' };
    expect((await mutate(test, admin.token, call)).errors).toBeUndefined();
  },
  'single sign-on is required': ({ organization, admin }) =>
    test.rest('PATCH', `/orgs/${organization}`, { ...admin, body: { sso: true } }),
};

/** Returns the id of the member's first token, which the member's requests use. The member creates further tokens. */
async function tokenIdOf({ id }: Person): Promise<string> {
  const { read } = test.store;
  const query = read.sql.selectFrom('AccessToken').select('id').where('userId', '=', id).orderBy('id');
  return (await read.first(query))!.id;
}

async function createScene(revocation: string): Promise<Scene> {
  const { id: organization, admin } = await seedOrganization(test);
  await seedProvider(test, { id: organization, admin });
  const member = await seedMember(test, organization, 'create');
  await test.store.transaction(async ({ prisma }) => {
    const binding = revocation.includes('is bound') ? { organizationId: organization } : {};
    const age = revocation.includes('its age') ? { createdAt: new Date(Date.now() - 2 * 86_400_000) } : {};
    const data = { issuer: 'user', ...binding, ...age };
    await prisma.accessToken.updateMany({ where: { userId: member.id }, data });
  });
  return { organization, admin, member };
}

const write = ({ organization, member }: Scene) =>
  test.rest('POST', `/orgs/${organization}/collections`, { ...member, body: { title: 'Written' } });

const makeToken = async ({ organization, member }: Scene) => {
  const query =
    'mutation ($id: ID) { createAccessToken(input: { name: "More", organization: $id }) { accessToken { id } } }';
  const { data } = await test.graphql(query, { ...member, variables: { id: organization } });
  return { status: data?.createAccessToken ? 201 : 401 };
};

/** Returns the writes of the member that were committed. */
async function committedWrites({
  organization,
  member,
}: Scene): Promise<{ events: number[]; tokens: number; all: string[] }> {
  const { read } = test.store;
  const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
  const log = await read.all(query.orderBy('sequence'));
  const tokens = await read.all(read.sql.selectFrom('AccessToken').select('id').where('userId', '=', member.id));
  return {
    events: log.filter(({ action }) => action === 'createCollection').map(({ sequence }) => sequence),
    tokens: tokens.length,
    all: log.map(({ action }) => action),
  };
}

const revocationActions =
  /^(removeMemberFromOrganizationById|updateMemberInOrganizationById|disableMember|updateOrganizationById|revokeAccessToken|revokeOrganizationToken)$/;

describe.each(Object.keys(revocations))('with 50 concurrent requests of a member, when %s:', (revocation) => {
  it('later requests are refused and write nothing', async () => {
    const scene = await createScene(revocation);
    const isDemoted = revocation === 'it is demoted';
    const requests = Array.from({ length: 50 }, (_, index) =>
      index % 10 === 9 && !isDemoted ? makeToken(scene) : write(scene),
    );
    // Some requests are done at this point, and others are still running.
    await Promise.race(requests);
    const revocationResponse = (await revocations[revocation]!(scene)) as { status: number } | undefined;
    if (revocationResponse?.status) expect([200, 204]).toContain(revocationResponse.status);
    const atAnswer = await committedWrites(scene);
    const later = await Promise.all(Array.from({ length: 5 }, () => write(scene)));
    for (const { status } of later) expect([401, 403, 404]).toContain(status);
    const answers = await Promise.all(requests);
    for (const { status } of answers) expect([201, 401, 403, 404]).toContain(status);
    const atEnd = await committedWrites(scene);
    expect([atEnd.events, atEnd.tokens]).toEqual([atAnswer.events, atAnswer.tokens]);
    const loss = atEnd.all.findIndex((action) => revocationActions.test(action)) + 1;
    if (loss > 0) expect(Math.max(0, ...atEnd.events)).toBeLessThan(loss);
    expect(atEnd.events.length).toBe(answers.filter((_, index) => isDemoted || index % 10 !== 9).filter(isDone).length);
  });
});

const isDone = ({ status }: { status: number }): boolean => status === 201;

describe('the last admin', () => {
  it('is never removed, demoted or disabled by concurrent changes of admins and the operator', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id: organization, admin } = await seedOrganization(test);
      const other = await seedMember(test, organization, 'admin');
      const demote = (who: Person, by: Person, role: Role | null) =>
        test.rest('PATCH', `/orgs/${organization}/members/${who.id}`, { token: by.token, body: { role } });
      const remove = (who: Person, by: Person) =>
        test.rest('DELETE', `/orgs/${organization}/members/${who.id}`, { token: by.token });
      const disable = ({ id: user }: Person) =>
        setMemberDisabled(operator, { user, organization, disabled: true }).catch(({ status }) => ({ status }));
      const all = [
        () => demote(other, admin, 'read'),
        () => remove(admin, other),
        () => disable(admin),
        () => disable(other),
        () => demote(admin, admin, null),
        () => remove(other, other),
      ];
      const answers = await Promise.all([...all.slice(round % 6), ...all.slice(0, round % 6)].map((run) => run()));
      for (const answer of answers)
        expect([200, 204, 401, 403, 404, 409]).toContain(typeof answer === 'string' ? 200 : answer.status);
      const { read } = test.store;
      const query = read.sql.selectFrom('Member').selectAll().where('organizationId', '=', organization);
      const left = (await read.all(query)).filter(({ role, disabled }) => role === 'admin' && !disabled);
      expect(left).toHaveLength(1);
    }
  });
});

it("an action fails if the caller's right is revoked concurrently: two admins remove others and each other", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id: organization, admin } = await seedOrganization(test);
    const other = await seedMember(test, organization, 'admin');
    const members = await Promise.all(Array.from({ length: 6 }, () => seedMember(test, organization, 'read')));
    const token = await tokenOf(test, other.id);
    const path = (id: string) => `/orgs/${organization}/members/${id}`;
    await Promise.all([
      ...members.map(({ id }) => test.rest('DELETE', path(id), { token })),
      test.rest('DELETE', path(other.id), admin),
    ]);
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
    const log = await read.all(query.orderBy('sequence'));
    const loss = log.findIndex(({ targetId, action }) => targetId === other.id && action.startsWith('remove'));
    expect(loss).toBeGreaterThan(0);
    expect(log.slice(loss + 1).filter(({ actorId }) => actorId === other.id)).toEqual([]);
  }
});
