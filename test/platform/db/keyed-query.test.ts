import { beforeAll, describe, expect, it } from 'vitest';
import { keyedQuery } from '../../../src/platform/db/query/keyed-query.js';
import { testDatabase } from '../../support/database.js';

const { store } = await testDatabase();

const names = keyedQuery(({ sql }, inKeys) => sql.selectFrom('User').select(['id', 'displayName']).where(inKeys('id')));
const find = (...ids: string[]) => store.read.all(names(store.read, ids));

describe('a query by keys', () => {
  beforeAll(async () => {
    await store.transaction(async ({ prisma }) => {
      const user = (id: string) => ({ id, email: `${id}@test`, displayName: `Name of ${id}`, createdAt: new Date() });
      await prisma.user.createMany({ data: ['one', 'two', "it's"].map(user) });
    });
  });

  it('finds the row of one key, and of another key with the same statement', async () => {
    expect(await find('one')).toEqual([{ id: 'one', displayName: 'Name of one' }]);
    expect(await find('two')).toEqual([{ id: 'two', displayName: 'Name of two' }]);
  });

  it('finds the rows of several keys, with one statement for any number of them', async () => {
    const found = async (...ids: string[]) => (await find(...ids)).map(({ id }) => id).sort();
    expect(await found('one', 'two')).toEqual(['one', 'two']);
    expect(await found("it's", 'nobody', 'one', 'two')).toEqual(["it's", 'one', 'two']);
    const statements = [
      ['one', 'two'],
      ['two', 'one', "it's"],
    ].map((ids) => names(store.read, ids).compile(store.sql));
    expect(statements[0]!.sql).toBe(statements[1]!.sql);
  });

  it('finds nothing for no keys', async () => {
    expect(await find()).toEqual([]);
  });
});
