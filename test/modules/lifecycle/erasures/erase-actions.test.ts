import { describe, expect, it } from 'vitest';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { eraseUser } from '../../../../src/modules/lifecycle/erasures/erase-actions.js';
import { erasureRemains } from '../../../../src/modules/lifecycle/erasures/remains.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { sealer, testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace, seedStranger, tokenOf } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { allKinds, erase } from './erasure-kit.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator, sealer };

const eraseMutation = `mutation ($user: ID!) { eraseUser(input: { user: $user }) { user { id displayName } remains } }`;

/** Erases a user over GraphQL. Returns the payload, or code and reason of the error. */
async function eraseAs(token: string, user: string) {
  const { data, errors } = await test.graphql(eraseMutation, { token, variables: { user } });
  if (!errors) return data.eraseUser;
  const { code, reason } = errors[0]!.extensions;
  return [code, reason].filter(Boolean).join(' ');
}

const formerName = (id: string) => ({
  user: { id, displayName: expect.stringMatching(/^Former member [0-9a-f]{4}$/) },
  remains: [...erasureRemains],
});

describe('a person who is erased', () => {
  it('can request the erasure with an unbound token without scopes, or after a recent sign-in', async () => {
    const { id: organization } = await seedOrganization(test);
    const members = [await seedMember(test, organization, 'edit'), await seedMember(test, organization, null)];
    const [one, two] = members as [(typeof members)[0], (typeof members)[0]];
    const [alone, old] = [await seedStranger(test), new Date(Date.now() - 16 * 60_000)];
    const signIn = (at?: Date) => seedSessionSecret(test, { userId: two.id, organizationId: null, at });
    expect(await eraseAs(one.token, two.id)).toBe('FORBIDDEN OPERATOR_ONLY');
    expect(await eraseAs(one.token, 'usr_x')).toBe('FORBIDDEN OPERATOR_ONLY');
    expect(await eraseAs(await tokenOf(test, one.id, { organization }), one.id)).toBe('FORBIDDEN TOKEN_BOUND');
    expect(await eraseAs(await tokenOf(test, one.id, { scopes: ['read'] }), one.id)).toBe('FORBIDDEN SCOPE_MISSING');
    expect(await eraseAs(await signIn(old), two.id)).toBe('FORBIDDEN SIGN_IN_TOO_OLD');
    expect(await eraseAs(one.token, one.id)).toEqual(formerName(one.id));
    expect(await eraseAs(await signIn(), two.id)).toEqual(formerName(two.id));
    expect(await eraseAs(alone.token, alone.id)).toEqual(formerName(alone.id));
    for (const { token } of [one, two, alone]) expect((await test.rest('GET', '/user', { token })).status).toBe(401);
  });

  it('by the operator is erased once, and is still the author of content, but not a member', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'edit');
    const space = await seedSpace(test, organization);
    const body = { body: { markdown: 'Hello' } };
    const comment = await test.rest('POST', `/spaces/${space}/comments`, { ...member, body });
    const token = await tokenOf(test, (await seedStranger(test)).id, { scopes: ['operator'] });
    const first = await eraseAs(token, member.email);
    expect(first).toEqual(formerName(member.id));
    expect(await eraseAs(token, member.id)).toEqual(first);
    const { postedBy } = (await test.rest('GET', `/spaces/${space}/comments/${comment.body.id}`, admin)).body;
    expect(postedBy).toMatchObject({ id: member.id, displayName: first.user.displayName });
    expect(postedBy.email).toBe(undefined);
    expect((await test.rest('GET', `/orgs/${organization}/members/${member.id}`, admin)).status).toBe(404);
    const { data } = await test.graphql(
      `{ organization(id: "${organization}") { events(first: 1) { nodes { action targetId changes } } } }`,
      admin,
    );
    expect(data.organization.events.nodes).toEqual([{ action: 'ERASE_USER', targetId: member.id, changes: {} }]);
  });

  it('becomes a new user if the address is invited again, and the job of the erasure does not change this user', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'edit');
    await eraseUser(operator, member.id);
    const invitation = { ...admin, body: { emails: [member.email], role: 'read' } };
    const { body } = await test.rest('POST', `/orgs/${organization}/invites`, invitation);
    expect(body.users[0]).not.toBe(member.id);
    await erase(test, member.id);
    const again = await test.rest('GET', `/orgs/${organization}/members/${body.users[0]}`, admin);
    expect(again.body.user.email).toBe(member.email);
  });
});

describe('the job of an erasure', () => {
  it('does not undo the changes of a concurrent job on the same row', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const emails = ['one', 'two'].map((name) => `${name}.${organization.toLowerCase()}@acme.test`);
    await test.store.transaction(({ prisma }) =>
      prisma.event.create({
        data: {
          ...{ organizationId: organization, sequence: 1000, at: new Date(0), actorId: admin.id },
          ...{ action: 'updateOrganizationById', targetId: organization, changes: { emails } },
        },
        select: { sequence: true },
      }),
    );
    const { body } = await test.rest('POST', `/orgs/${organization}/invites`, {
      ...admin,
      body: { emails, role: 'read' },
    });
    for (const id of body.users) await eraseUser(operator, id);
    await Promise.all(body.users.map(() => runDueJobs(test.store, allKinds(test))));
    const { read, sql } = test.store;
    const event = sql.selectFrom('Event').select('changes').where('organizationId', '=', organization);
    const formerName = expect.stringMatching(/^Former member/);
    expect(await read.first(event.where('sequence', '=', 1000))).toEqual({
      changes: { emails: [formerName, formerName] },
    });
  });

  it('changes no data of other people with the same name or an address that contains the address', async () => {
    const [acme, other] = [await seedOrganization(test), await seedOrganization(test)];
    const person = { email: `admin.${acme.id.toLowerCase()}@acme.test`, name: 'admin', organization: acme.id };
    const id = await createUser({ store: test.store, viewer: test.operator }, person);
    const body = { emails: [`x${person.email}`], role: 'admin' };
    await test.rest('POST', `/orgs/${other.id}/invites`, { ...other.admin, body });
    const { read, sql } = test.store;
    const state = async () => [
      await read.all(sql.selectFrom('Event').selectAll().where('organizationId', '=', other.id).orderBy('sequence')),
      await read.all(sql.selectFrom('Mail').selectAll().where('organizationId', '=', other.id)),
    ];
    const before = await state();
    expect(before.map(({ length }) => length > 0)).toEqual([true, true]);
    await erase(test, id);
    expect(await state()).toEqual(before);
  });
});

describe('an erasure is refused', () => {
  it('for the last admin of an organization, and the message names the organizations', async () => {
    const [acme, other] = [await seedOrganization(test, 'Acme'), await seedOrganization(test, 'Other')];
    await test.rest('POST', `/orgs/${other.id}/invites`, {
      ...other.admin,
      body: { emails: [acme.admin.email], role: 'admin' },
    });
    await expect(eraseUser(operator, acme.admin.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      detail: { reason: 'LAST_ADMIN' },
      message: `The user ${acme.admin.id} is the last admin of Acme (${acme.id}); give someone else the role admin there first`,
    });
    expect((await test.rest('GET', '/user', acme.admin)).body.email).toBe(acme.admin.email);
  });

  it('for service accounts, the user of the operator, and unknown users', async () => {
    const { id: organizationId, admin } = await seedOrganization(test);
    const bot = await seedMember(test, organizationId, 'read');
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: bot.id }, data: { organizationId, email: null }, select: { id: true } }),
    );
    for (const id of [bot.id, test.operator.userId])
      await expect(eraseUser(operator, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(eraseUser(operator, 'no@one.test')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await test.rest('GET', '/user', admin)).status).toBe(200);
  });
});
