import { beforeAll, describe, expect, it } from 'vitest';
import { rowsById } from '../../../src/platform/db/query/by-id.js';
import { createLoaders, type LoaderDefinition } from '../../../src/platform/db/query/loaders.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { testDatabase } from '../../support/database.js';
import { sampleUser } from './sample-rows.js';

let store: Store;
beforeAll(async () => {
  store = (await testDatabase()).store;
  await store.transaction(async ({ prisma }) => {
    for (const id of ['usr_a', 'usr_b']) await prisma.user.create({ data: sampleUser(id) });
  });
});

const usersById = rowsById('User');

/** Returns the loaders of a request, and a counter of its batches. */
function request() {
  let batches = 0;
  const loaders = createLoaders(store.reading(() => batches++));
  return { loaders, batches: () => batches };
}

describe('the loaders of a request', () => {
  it('load the keys of one event loop tick in one batch, each key once', async () => {
    const { loaders, batches } = request();
    const rows = await Promise.all(['usr_b', 'usr_a', 'nobody', 'usr_b'].map((id) => loaders.load(usersById, id)));
    expect(rows.map((row) => row?.id ?? null)).toEqual(['usr_b', 'usr_a', null, 'usr_b']);
    await loaders.load(usersById, 'usr_a');
    expect(batches()).toBe(1);
  });

  it('load 40,000 keys in one batch', async () => {
    const { loaders, batches } = request();
    const ids = Array.from({ length: 40_000 }, (_, index) => (index === 7 ? 'usr_a' : `usr_${index}x`));
    const rows = await Promise.all(ids.map((id) => loaders.load(usersById, id)));
    expect(rows.flatMap((row) => row?.id ?? [])).toEqual(['usr_a']);
    expect(batches()).toBe(1);
  });

  it('have a separate cache for each definition, and forget all values when they are cleared', async () => {
    const { loaders, batches } = request();
    const namesById: LoaderDefinition<string, string | null> = {
      name: 'namesById',
      load: async (queries, ids) => {
        const rows = await queries.all(
          queries.sql.selectFrom('User').select(['id', 'displayName']).where(queries.inList('id', ids)),
        );
        return ids.map((id) => rows.find((row) => row.id === id)?.displayName ?? null);
      },
    };
    expect(await Promise.all([loaders.load(usersById, 'usr_a'), loaders.load(namesById, 'usr_a')])).toMatchObject([
      { id: 'usr_a' },
      'usr_a',
    ]);
    expect(batches()).toBe(2);
    await store.transaction((tx) => tx.prisma.user.update({ where: { id: 'usr_a' }, data: { displayName: 'New' } }));
    expect(await loaders.load(namesById, 'usr_a')).toBe('usr_a');
    loaders.clearAll();
    expect(await loaders.load(namesById, 'usr_a')).toBe('New');
  });

  it('do not share loaded values with another request', async () => {
    const first = request();
    await first.loaders.load(usersById, 'usr_b');
    const second = request();
    await second.loaders.load(usersById, 'usr_b');
    expect([first.batches(), second.batches()]).toEqual([1, 1]);
  });

  it('report the name of the loader and the key if a value that must exist is missing', async () => {
    const { loaders } = request();
    expect((await loaders.get(usersById, 'usr_a')).id).toBe('usr_a');
    await expect(loaders.get(usersById, 'nobody')).rejects.toThrow('User by id has nothing for "nobody"');
  });
});
