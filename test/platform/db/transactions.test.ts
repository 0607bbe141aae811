import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { isUniqueViolation } from '../../../src/platform/db/connection/store-errors.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { provider, testDatabase } from '../../support/database.js';
import { deadlocksOf } from '../../support/deadlocks.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { sampleToken, sampleUser } from './sample-rows.js';

let store: Store;
beforeAll(async () => {
  store = (await testDatabase()).store;
});

const userIds = async ({ read }: Store = store) =>
  (await read.all(store.sql.selectFrom('User').select('id').orderBy('id'))).map((row) => row.id);

/** Spreads transactions in time, so that several run concurrently. */
const random = randomFrom(seeds(1)[0]!);
const pause = () => sleep(random(4));

describe('a transaction', () => {
  it('stores exactly the acknowledged writes when 200 transactions run concurrently and a fifth is rolled back', async () => {
    const { store } = await testDatabase();
    let dirty = 0;
    const attempts = Array.from({ length: 200 }, async (_, index) => {
      await store.transaction(async (tx) => {
        await tx.prisma.user.create({ data: sampleUser(`many_${index}`) });
        await pause();
        await tx.prisma.accessToken.create({ data: sampleToken(`token_${index}`, `many_${index}`) });
        if (index % 5 === 0) throw new Error('no');
      });
      return `many_${index}`;
    });
    let isDone = false;
    const watch = async () => {
      const half = store.sql.selectFrom('User').leftJoin('AccessToken', 'AccessToken.userId', 'User.id');
      for (; !isDone; await turn())
        dirty += (await store.read.all(half.where('AccessToken.id', 'is', null).select('User.id'))).length;
    };
    const watching = watch();
    const results = await Promise.allSettled(attempts);
    isDone = true;
    await watching;
    const acknowledged = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(acknowledged).toHaveLength(160);
    expect(await userIds(store)).toEqual(acknowledged.sort());
    expect(dirty).toBe(0);
  });

  it('sees its own writes, which are invisible to others before the commit', async () => {
    await store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('own') });
      const query = store.sql.selectFrom('User').selectAll().where('id', '=', 'own');
      expect(await tx.read.first(query)).toMatchObject({ id: 'own' });
      expect(await store.read.first(query)).toBeUndefined();
    });
  });

  it('runs commit hooks after the commit, and not after a rollback', async () => {
    const done: string[] = [];
    await store.transaction(async (tx) => {
      tx.onCommit(() => done.push('committed'));
      await tx.prisma.user.create({ data: sampleUser('hook') });
      expect(done).toEqual([]);
    });
    const failure = store.transaction(async (tx) => {
      tx.onCommit(() => done.push('rolled back'));
      throw new Error('no');
    });
    await expect(failure).rejects.toThrow('no');
    expect(done).toEqual(['committed']);
  });

  it('stores Prisma writes that were not awaited, and none of them if the work fails', async () => {
    const createUnawaited = (id: string, error?: Error) =>
      store.transaction(async (tx) => {
        for (const name of [`${id}_1`, `${id}_2`]) tx.prisma.user.create({ data: sampleUser(name) }).catch(() => {});
        await turn();
        if (error) throw error;
      });
    await createUnawaited('kept');
    await expect(createUnawaited('lost', new Error('no'))).rejects.toThrow('no');
    expect((await userIds()).filter((id) => /^(kept|lost)_/.test(id))).toEqual(['kept_1', 'kept_2']);
  });

  it('cannot be used after it has ended', async () => {
    const late = await store.transaction(async (tx) => tx);
    await expect(late.read.all(store.sql.selectFrom('User').selectAll())).rejects.toThrow('has ended');
    await expect(late.prisma.user.create({ data: sampleUser('late') })).rejects.toThrow();
    expect(await userIds()).not.toContain('late');
  });

  it('cannot be opened inside another', async () => {
    const nested = store.transaction(async () => store.transaction(async () => 'inner'));
    await expect(nested).rejects.toThrow('A transaction is open here');
    expect(await store.transaction(async () => 'after')).toBe('after');
  });

  it('is rolled back with TIMEOUT if it takes too long, and the next one runs', async () => {
    const { store } = await testDatabase({ transactionTimeout: 100 });
    const endless = store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('endless') });
      await new Promise(() => {});
    });
    await expect(endless).rejects.toMatchObject({ code: 'TIMEOUT' });
    // On a busy machine, the next transaction may also exceed the timeout, so it is retried.
    const next = () => store.transaction(async (tx) => tx.prisma.user.create({ data: sampleUser('next') }));
    await vi.waitFor(next, { timeout: 60_000 });
    expect(await store.read.all(store.sql.selectFrom('User').select('id'))).toEqual([{ id: 'next' }]);
  });

  it('reports a unique key violation recognizably', async () => {
    const write = () => store.transaction(async (tx) => tx.prisma.user.create({ data: sampleUser('unique') }));
    await write();
    const error = await write().catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(new Error('no'))).toBe(false);
  });

  it('refuses undefined in a filter, which would match every row', async () => {
    const before = await userIds();
    const careless = store.transaction(async (tx) => tx.prisma.user.deleteMany({ where: { id: undefined as never } }));
    await expect(careless).rejects.toThrow('undefined');
    await expect(
      store.read.all(
        store.sql
          .selectFrom('User')
          .selectAll()
          .where('id', '=', undefined as never),
      ),
    ).rejects.toThrow('undefined');
    expect(await userIds()).toEqual(before);
  });
});

describe('a row lock', () => {
  it('lets one transaction at a time read and change the row', async () => {
    await store.transaction(async (tx) =>
      tx.prisma.user.create({ data: { ...sampleUser('counter'), displayName: '0' } }),
    );
    const increment = () =>
      store.transaction(async (tx) => {
        await tx.lock('User', 'counter');
        const row = await tx.read.first(store.sql.selectFrom('User').select('displayName').where('id', '=', 'counter'));
        await pause();
        await tx.prisma.user.update({
          where: { id: 'counter' },
          data: { displayName: `${Number(row!.displayName) + 1}` },
        });
      });
    await Promise.all(Array.from({ length: 10 }, increment));
    expect(
      await store.read.first(store.sql.selectFrom('User').select('displayName').where('id', '=', 'counter')),
    ).toEqual({
      displayName: '10',
    });
  });

  it.runIf(provider === 'postgresql')('is retried when two transactions wait for each other', async () => {
    const { url, store } = await testDatabase();
    await store.transaction(async (tx) => {
      for (const id of ['left', 'right']) await tx.prisma.user.create({ data: sampleUser(id) });
    });
    let runs = 0;
    let haveBoth = () => {};
    const bothHoldOne = new Promise<void>((resolve) => {
      haveBoth = resolve;
    });
    const lockBoth = (first: string, second: string) =>
      store.transaction(async (tx) => {
        await tx.lock('User', first);
        runs++;
        if (runs === 2) haveBoth();
        await bothHoldOne;
        await tx.lock('User', second);
        return first;
      });
    expect(await Promise.all([lockBoth('left', 'right'), lockBoth('right', 'left')])).toEqual(['left', 'right']);
    expect(runs).toBe(3);
    expect(await deadlocksOf({ url })).toBe(1);
  });
});
