import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/cli/setup/open-database.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { fillSearchKeys } from '../../../../src/modules/identity/users/fill-search-keys.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

function userByEmail(email: string) {
  const { read } = test.store;
  return read.first(read.sql.selectFrom('User').selectAll().where('email', '=', email));
}

async function insertWithoutKeys(count: number): Promise<void> {
  const createdAt = new Date();
  const data = Array.from({ length: count }, () => {
    const id = newId('User');
    return { id, email: `${id}@old.test`, displayName: 'Ältere Person', createdAt };
  });
  await test.store.transaction(({ prisma }) => prisma.user.createMany({ data }));
}

describe('the search key of a user', () => {
  it('is folded for a user that the operator creates, whose address is verified', async () => {
    await createUser(actor, { email: 'Émile@Corp.Test', name: 'Émile ZOLA' });
    expect(await userByEmail('émile@corp.test')).toMatchObject({
      searchKey: 'emile zola\nemile@corp.test',
      emailVerifiedAt: expect.stringMatching(/Z$/),
    });
  });

  it('is set for the user of the operator', async () => {
    expect(await userByEmail('admin@localhost')).toMatchObject({ searchKey: 'administrator\nadmin@localhost' });
  });

  it('is added once where it is missing, in as many transactions as necessary', async () => {
    await insertWithoutKeys(501);
    expect(await fillSearchKeys(test.store)).toBe(501);
    expect(await fillSearchKeys(test.store)).toBe(0);
    const { read } = test.store;
    const old = await read.all(read.sql.selectFrom('User').selectAll().where('email', 'like', '%@old.test'));
    for (const { email, searchKey } of old) expect(searchKey).toBe(`altere person\n${email}`);
  });

  it('is added when the database is opened, also if two processes open it concurrently', async () => {
    await insertWithoutKeys(3);
    const database = { url: test.url, directUrl: test.url, wait: 0, blobs: null };
    const opened = await Promise.all([openDatabase(database), openDatabase(database)]);
    for (const { store, applied } of opened) {
      expect(applied).toEqual([]);
      await store.close();
    }
    expect(await fillSearchKeys(test.store)).toBe(0);
  });

  it('makes a user findable after it is added', async () => {
    const { id: organization } = await seedOrganization(test);
    const member = await seedMember(test, organization, 'read');
    const data = { displayName: 'Frühling', searchKey: '' };
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: member.id }, data, select: { id: true } }),
    );
    const find = async () =>
      (await test.rest('GET', `/orgs/${organization}/members?search=FRUHLING`, member)).body.count;
    expect(await find()).toBe(0);
    await fillSearchKeys(test.store);
    expect(await find()).toBe(1);
  });
});
