import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/cli/setup/open-database.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { fillSearchKeys } from '../../../../src/modules/identity/users/fill-search-keys.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };

function userBy(email: string) {
  const { read } = test.store;
  return read.first(read.sql.selectFrom('User').selectAll().where('email', '=', email));
}

async function insertOld(count: number): Promise<void> {
  const createdAt = new Date();
  const data = Array.from({ length: count }, () => {
    const id = newId('User');
    return { id, email: `${id}@old.test`, displayName: 'Ältere Person', createdAt };
  });
  await test.store.transaction(({ prisma }) => prisma.user.createMany({ data }));
}

it('a user that the operator creates has a folded search key and a verified address', async () => {
  await createUser(actor, { email: 'Émile@Corp.Test', name: 'Émile ZOLA' });
  expect(await userBy('émile@corp.test')).toMatchObject({
    searchKey: 'emile zola\nemile@corp.test',
    emailVerifiedAt: expect.stringMatching(/Z$/),
  });
});

it('the user of the operator has a search key', async () => {
  expect(await userBy('admin@localhost')).toMatchObject({ searchKey: 'administrator\nadmin@localhost' });
});

it('fills missing keys once, in as many transactions as necessary', async () => {
  await insertOld(501);
  expect(await fillSearchKeys(test.store)).toBe(501);
  expect(await fillSearchKeys(test.store)).toBe(0);
  const { read } = test.store;
  const old = await read.all(read.sql.selectFrom('User').selectAll().where('email', 'like', '%@old.test'));
  for (const { email, searchKey } of old) expect(searchKey).toBe(`altere person\n${email}`);
});

it('opening the database fills missing keys, also when two processes open it concurrently', async () => {
  await insertOld(3);
  const database = { url: test.url, directUrl: test.url, wait: 0 };
  const opened = await Promise.all([openDatabase(database), openDatabase(database)]);
  for (const { store, applied } of opened) {
    expect(applied).toEqual([]);
    await store.close();
  }
  expect(await fillSearchKeys(test.store)).toBe(0);
});

it('finds a user after the key is filled', async () => {
  const { id: organization } = await seedOrganization(test);
  const member = await seedMember(test, organization, 'read');
  const data = { displayName: 'Frühling', searchKey: '' };
  await test.store.transaction(({ prisma }) =>
    prisma.user.update({ where: { id: member.id }, data, select: { id: true } }),
  );
  const find = async () => (await test.rest('GET', `/orgs/${organization}/members?search=FRUHLING`, member)).body.count;
  expect(await find()).toBe(0);
  await fillSearchKeys(test.store);
  expect(await find()).toBe(1);
});
