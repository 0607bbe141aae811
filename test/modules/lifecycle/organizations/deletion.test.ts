import { describe, expect, it } from 'vitest';
import { restoreOrganization } from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization, seedSpace, seedStranger, tokenOf } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { logOf } from '../../sites/sites/site-kit.js';
import { deleteNow, removeDue, tablesOfOrganization } from './removal-kit.js';

const test = await testApp();
const fifteenMinutes = 15 * 60_000;

/** Sends one of the two mutations. Returns the code of its error, or null. */
async function send(name: 'delete' | 'restore', token: string, input: object): Promise<string | null> {
  const type = name === 'delete' ? 'DeleteOrganizationInput' : 'RestoreOrganizationInput';
  const selection = name === 'delete' ? 'deletedId removeAt' : 'organization { id }';
  const query = `mutation ($input: ${type}!) { ${name}Organization(input: $input) { ${selection} } }`;
  const { errors } = await test.graphql(query, { token, variables: { input } });
  const { code, reason } = errors?.[0]?.extensions ?? {};
  return errors ? `${reason ?? code}` : null;
}

describe('the deletion of an organization', () => {
  it('is confirmed by an admin with its title, can be undone, and both changes are logged', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Acme');
    expect(await send('delete', admin.token, { organization, title: 'acme' })).toBe('BAD_USER_INPUT');
    expect(await send('delete', admin.token, { organization, title: 'Acme' })).toBeNull();
    expect(await send('delete', admin.token, { organization, title: 'Acme' })).toBe('NOT_FOUND');
    expect(await send('restore', admin.token, { organization })).toBeNull();
    expect(await send('restore', admin.token, { organization })).toBeNull();
    expect((await logOf(test, organization)).slice(0, 2).map(({ action }) => action)).toEqual([
      'restoreOrganization',
      'deleteOrganization',
    ]);
  });

  it('can be requested and undone only by admins and the operator', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Acme');
    const creator = await seedMember(test, organization, 'create');
    const stranger = await seedStranger(test);
    const scoped = await tokenOf(test, admin.id, { scopes: ['read', 'organization:update'] });
    const bound = await tokenOf(test, admin.id, { organization });
    const operator = await tokenOf(test, stranger.id, { scopes: ['operator'] });
    const input = { organization, title: 'Acme' };
    expect(await send('delete', creator.token, input)).toBe('ROLE_TOO_LOW');
    expect(await send('delete', stranger.token, input)).toBe('NOT_FOUND');
    expect(await send('delete', scoped, input)).toBe('SCOPE_MISSING');
    expect(await send('delete', operator, { ...input, title: 'Other' })).toBe('BAD_USER_INPUT');
    expect(await send('delete', operator, input)).toBeNull();
    expect(await send('restore', creator.token, { organization })).toBe('ROLE_TOO_LOW');
    expect(await send('restore', stranger.token, { organization })).toBe('NOT_FOUND');
    expect(await send('restore', scoped, { organization })).toBe('SCOPE_MISSING');
    expect(await send('restore', bound, { organization })).toBe('UNAUTHENTICATED');
    expect(await send('restore', operator, { organization })).toBeNull();
    expect(await send('delete', bound, input)).toBeNull();
  });

  it('cannot be undone by disabled members', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Acme');
    const disabled = await seedMember(test, organization, 'admin');
    const withoutSso = await seedSessionSecret(test, { userId: disabled.id, organizationId: null });
    await test.store.transaction(async ({ prisma }) => {
      const where = { organizationId_userId: { organizationId: organization, userId: disabled.id } };
      await prisma.member.update({ where, data: { disabled: true } });
    });
    await send('delete', admin.token, { organization, title: 'Acme' });
    expect(await send('restore', disabled.token, { organization })).toBe('NOT_FOUND');
    await test.store.transaction(async ({ prisma }) => {
      await prisma.member.updateMany({ where: { organizationId: organization }, data: { disabled: false } });
      await prisma.organization.update({ where: { id: organization }, data: { sso: true } });
    });
    expect(await send('restore', withoutSso, { organization })).toBe('NOT_FOUND');
    expect(await send('restore', admin.token, { organization })).toBeNull();
  });

  it('needs a recent sign-in in a session, and ends sessions of single sign-on', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Acme');
    const [mail, provider] = [
      await seedSessionSecret(test, { userId: admin.id, organizationId: null }),
      await seedSessionSecret(test, { userId: admin.id, organizationId: organization }),
    ];
    const fresh = await seedSessionSecret(test, {
      userId: admin.id,
      organizationId: null,
      at: new Date(Date.now() + fifteenMinutes),
    });
    moveClock(fifteenMinutes + 1000);
    expect(await send('delete', mail, { organization, title: 'Acme' })).toBe('SIGN_IN_TOO_OLD');
    expect(await send('delete', fresh, { organization, title: 'Acme' })).toBeNull();
    expect(await send('restore', mail, { organization })).toBe('SIGN_IN_TOO_OLD');
    expect(await send('restore', fresh, { organization })).toBeNull();
    expect((await test.rest('GET', '/user', { token: mail })).status).toBe(200);
    expect((await test.rest('GET', '/user', { token: provider })).status).toBe(401);
  });

  it('refuses writes that would commit after it', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Acme');
    const space = await seedSpace(test, organization);
    const writes = Array.from({ length: 5 }, (_, index) =>
      test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { title: `Title ${index}` } }),
    );
    const deletion = send('delete', admin.token, { organization, title: 'Acme' });
    const statuses = (await Promise.all(writes)).map(({ status }) => status);
    expect(await deletion).toBeNull();
    expect([200, 404]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    const log = (await logOf(test, organization)).map(({ action }) => action);
    expect(log[0]).toBe('deleteOrganization');
  });

  it('leaves all rows or none if it is undone on another server while the organization is removed', async () => {
    const other = await anotherInstance(test);
    const outcomes: string[] = [];
    for (const isRestoreFirst of [true, false, true, false]) {
      const { id: organization } = await seedOrganization(test, 'Acme');
      await seedSpace(test, organization);
      const before = await tablesOfOrganization(test, organization);
      await deleteNow(test, organization);
      const restore = () =>
        restoreOrganization({ store: other.store, viewer: test.operator }, organization).then(
          () => 'restored',
          () => 'gone',
        );
      const [outcome] = isRestoreFirst
        ? await Promise.all([restore(), removeDue(test)])
        : (await Promise.all([removeDue(test), restore()])).reverse();
      outcomes.push(outcome as string);
      const left = await tablesOfOrganization(test, organization);
      expect(left).toEqual(outcome === 'restored' ? before : []);
    }
    expect(['restored', 'gone']).toEqual(expect.arrayContaining([...new Set(outcomes)]));
  });
});
