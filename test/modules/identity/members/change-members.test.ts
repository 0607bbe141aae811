import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const everyRole: (Role | null)[] = [null, ...roles];
const belowAdmin = everyRole.filter((role) => role !== 'admin');
const unknownUser = 'usr_00000000000000000000000000';

const path = (user: string, organization = acme.id) => `/orgs/${organization}/members/${user}`;
const patch = (user: string, body: unknown, person = acme.admin) => test.rest('PATCH', path(user), { ...person, body });
const requireSso = (user: string, person = acme.admin) => test.rest('POST', `${path(user)}/sso`, person);

async function lastEvent() {
  const { read } = test.store;
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id);
  return read.first(events.orderBy('sequence', 'desc').limit(1));
}

describe('the role of a member', () => {
  it.each(everyRole)('becomes %s, is returned, stored and logged', async (role) => {
    const member = await seedMember(test, acme.id, role === 'read' ? 'edit' : 'read');
    const { status, body } = await patch(member.id, { role });
    expect([status, body.role]).toEqual([200, role]);
    expect((await test.rest('GET', path(member.id), acme.admin)).body.role).toBe(role);
    expect(await lastEvent()).toMatchObject({
      action: 'updateMemberInOrganizationById',
      targetId: member.id,
      actorId: acme.admin.id,
      changes: { role },
    });
  });

  it('is unchanged if it is absent from the request', async () => {
    const member = await seedMember(test, acme.id, 'review');
    const { status, body } = await patch(member.id, {});
    expect([status, body.role]).toEqual([200, 'review']);
  });

  it('applies to the next request of the member', async () => {
    const member = await seedMember(test, acme.id, 'admin');
    await patch(member.id, { role: 'read' });
    expect((await patch(acme.admin.id, { role: 'read' }, member)).status).toBe(403);
  });

  it.each(['owner', '', 7, 'ADMIN'])('returns 400 for %j', async (role) => {
    const member = await seedMember(test, acme.id, 'read');
    expect((await patch(member.id, { role })).status).toBe(400);
  });

  it('returns 400 for an unknown field of the body', async () => {
    expect((await patch(acme.admin.id, { sso: true })).status).toBe(400);
  });

  it.each(belowAdmin.flatMap((own) => everyRole.map((role) => [own, role] as const)))(
    'cannot be changed by members who are not admins: %s may not grant %s',
    async (own, role) => {
      const member = await seedMember(test, acme.id, own);
      const { status, body } = await patch(member.id, { role }, member);
      expect([status, body.error.message]).toEqual([
        403,
        `member.update needs the role admin; yours is ${own ?? 'guest'}`,
      ]);
    },
  );

  it('returns the same 404 for a user who is not a member as for an unknown id', async () => {
    const refused = await patch(globex.admin.id, { role: 'read' });
    const missing = await patch(unknownUser, { role: 'read' });
    expect([refused.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(refused.body).replaceAll(globex.admin.id, unknownUser)).toBe(JSON.stringify(missing.body));
  });

  it('returns the same 403 for members and unknown ids if the caller may not change members', async () => {
    const member = await seedMember(test, acme.id, null);
    const [known, missing] = [await patch(acme.admin.id, { role: null }, member), await patch(unknownUser, {}, member)];
    expect([known.status, missing.status]).toEqual([403, 403]);
    expect(known.body).toEqual(missing.body);
  });

  it('is changed in GraphQL, which also distinguishes null from absent', async () => {
    const member = await seedMember(test, acme.id, 'edit');
    const change = async (input: object) => {
      const { data } = await test.graphql(
        `mutation ($input: UpdateMemberInput!) {
          updateMember(input: $input) { member { role user { id } } }
        }`,
        { ...acme.admin, variables: { input: { organization: acme.id, user: member.id, ...input } } },
      );
      return data.updateMember.member;
    };
    expect(await change({})).toEqual({ role: 'EDIT', user: { id: member.id } });
    expect(await change({ role: null })).toEqual({ role: null, user: { id: member.id } });
  });
});

describe('single sign-on of a member', () => {
  it('can be required, also repeatedly', async () => {
    const member = await seedMember(test, acme.id, 'read');
    for (let times = 0; times < 2; times++) {
      const { status, body } = await requireSso(member.id);
      expect([status, body.sso, body.id]).toEqual([200, true, member.id]);
    }
    expect(await lastEvent()).toMatchObject({ action: 'setUserAsSSOMemberForOrganization', changes: { sso: true } });
  });

  it.each(belowAdmin)('returns 403 to a member with the role %s', async (role) => {
    const member = await seedMember(test, acme.id, role);
    expect((await requireSso(member.id, member)).status).toBe(403);
  });

  it('returns 404 for a user who is not a member', async () => {
    expect((await requireSso(globex.admin.id)).status).toBe(404);
  });
});

describe('the operator', () => {
  it('changes the role of an existing member', async () => {
    const member = await seedMember(test, acme.id, 'read');
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: member.email, name: 'Again', organization: acme.id, role: 'edit' });
    expect((await test.rest('GET', path(member.id), acme.admin)).body.role).toBe('edit');
  });

  it('cannot take the role admin from the last admin', async () => {
    const lone = await seedOrganization(test);
    const actor = { store: test.store, viewer: test.operator };
    const demoting = createUser(actor, { email: lone.admin.email, name: 'Again', organization: lone.id, role: 'read' });
    await expect(demoting).rejects.toMatchObject({ code: 'CONFLICT', detail: { reason: 'LAST_ADMIN' } });
  });
});
