import { describe, expect, it } from 'vitest';
import { restoreOrganization } from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { organizationTables } from '../../../../src/modules/lifecycle/organizations/organization-tables.js';
import { tableNames } from '../../../../src/platform/db/query/columns.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedOrganization, seedSpace, tokenOf } from '../../../support/seed.js';
import { makeFullWorld, word } from '../../lists/full-world.js';
import { archiveOf } from '../archives/archive-kit.js';
import {
  deleteNow,
  dumpDatabase,
  idsOfOrganization,
  removeDue,
  tablesOfOrganization,
  tablesWith,
} from './removal-kit.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

describe('the removal of a deleted organization', () => {
  it('deletes all rows of the organization except the record of its deletion, and no rows of other organizations', async () => {
    const neighbor = await seedOrganization(test, 'Neighbor');
    const space = await seedSpace(test, neighbor.id, { 'README.md': '# Next door\n' });
    const { organization, admin } = await makeFullWorld(test);
    const headers = { 'idempotency-key': 'a-repeat-of-this' };
    await test.rest('POST', `/orgs/${organization}/collections`, { ...admin, headers, body: { title: 'Kept' } });
    await test.rest('POST', `/orgs/${neighbor.id}/collections`, {
      ...neighbor.admin,
      headers,
      body: { title: 'Kept' },
    });
    const ids = await idsOfOrganization(test, organization);
    expect(tablesWith(await dumpDatabase(test), word)).toEqual(expect.arrayContaining(['Blob', 'SearchPage']));
    await deleteNow(test, organization);
    const before = await dumpDatabase(test);
    expect(before.get('IdempotencyKey')).toHaveLength(2);
    await removeDue(test);
    const after = await dumpDatabase(test);
    expect(tablesWith(after, organization)).toEqual(['OrganizationDeletion']);
    expect(tablesWith(after, word)).toEqual([]);
    const everything = [...after.values()].flat().join('\n');
    expect(ids.filter((id) => everything.includes(id))).toEqual([]);
    // The rows of the other organization, and the users, are unchanged.
    const removed = [...before].flatMap(([table, rows]) => {
      const left = new Set(after.get(table));
      return rows.filter((row) => !left.has(row)).map((row) => [table, row] as const);
    });
    expect(removed.filter(([, row]) => row.includes(neighbor.id) || row.includes(space))).toEqual([]);
    expect(removed.filter(([table]) => table === 'User')).toEqual([]);
    expect(after.get('IdempotencyKey')).toHaveLength(1);
    const [record] = await test.store.read.all(test.store.sql.selectFrom('OrganizationDeletion').selectAll());
    expect(record).toMatchObject({ organizationId: organization, removedAt: expect.any(String) });
  }, 60_000);

  it('happens 7 days after the deletion, not earlier', async () => {
    const { id: organization, admin } = await seedOrganization(test, 'Weekly');
    await seedSpace(test, organization);
    const mutation = `mutation ($input: DeleteOrganizationInput!) { deleteOrganization(input: $input) { deletedId removeAt } }`;
    const { data } = await test.graphql(mutation, {
      ...admin,
      variables: { input: { organization, title: 'Weekly' } },
    });
    const removeAt = Date.parse(data.deleteOrganization.removeAt);
    expect(removeAt - Date.now()).toBeGreaterThan(7 * 86_400_000 - 60_000);
    const before = await tablesOfOrganization(test, organization);
    moveClock(removeAt - Date.now() - 1000);
    await removeDue(test);
    expect(await tablesOfOrganization(test, organization)).toEqual(before);
    moveClock(2000);
    await removeDue(test);
    expect(await tablesOfOrganization(test, organization)).toEqual([]);
  });

  it('prevents a restore and an export once it has begun, and another attempt finishes it', async () => {
    const { id: organization } = await seedOrganization(test);
    await seedSpace(test, organization);
    await deleteNow(test, organization);
    const data = { startedAt: new Date() };
    await test.store.transaction(({ prisma }) =>
      prisma.organizationDeletion.update({ where: { organizationId: organization }, data }),
    );
    await expect(restoreOrganization(actor, organization)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(archiveOf(test, organization)).rejects.toThrow('its removal has begun');
    await removeDue(test);
    expect(await tablesOfOrganization(test, organization)).toEqual([]);
  });

  it('removes the name of a service account that wrote in another organization, but not the account', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const other = await seedOrganization(test);
    const [left, gone] = [await seedBot(organization, 'Canary writer'), await seedBot(organization, 'Canary reader')];
    const space = await seedSpace(test, other.id);
    await test.store.transaction(({ prisma }) =>
      prisma.revision.updateMany({ where: { spaceId: space }, data: { authorId: left } }),
    );
    await deleteNow(test, organization);
    await removeDue(test);
    const users = await test.store.transaction(({ prisma }) =>
      prisma.user.findMany({ where: { id: { in: [left, gone, admin.id] } }, orderBy: { id: 'asc' } }),
    );
    expect(users.map(({ id }) => id)).toEqual([admin.id, left].sort());
    expect(users.find(({ id }) => id === left)).toMatchObject({
      displayName: expect.stringMatching(/^Former member [0-9a-f]{4}$/),
      organizationId: null,
      erasedAt: expect.any(Date),
    });
    expect(tablesWith(await dumpDatabase(test), 'Canary')).toEqual([]);
  });

  async function seedBot(organizationId: string, displayName: string): Promise<string> {
    const id = `usr_${displayName.toLowerCase().replace(' ', '').padEnd(26, '0')}`;
    await test.store.transaction(async ({ prisma }) => {
      const searchKey = displayName.toLowerCase();
      await prisma.user.create({ data: { id, displayName, searchKey, organizationId, createdAt: new Date() } });
      const member = { organizationId, userId: id, role: 'edit', disabled: false, sso: false, joinedAt: new Date() };
      await prisma.member.create({ data: member });
    });
    await tokenOf(test, id, { organization: organizationId });
    return id;
  }

  it('covers every table that has rows of an organization', () => {
    const others = ['ObjectDeletion', 'Organization', 'OrganizationDeletion', 'User'];
    // Rows of these tables belong to people, to the operator, or to the whole server.
    const ofNone = [
      'FieldUse',
      'IdempotencyKey',
      'PersistedDocument',
      'RateWindow',
      'RetiredBootstrapToken',
      'SignInLink',
    ];
    expect([...organizationTables, ...others, ...ofNone].sort()).toEqual([...tableNames].sort());
  });
});
