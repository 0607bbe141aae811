import { expect, it } from 'vitest';
import { openStore } from '../../../src/platform/db/open.js';
import { provider, testDatabase } from '../../support/database.js';
import { postgresProxy } from '../../support/postgres-proxy.js';

it.runIf(provider === 'postgresql')(
  'the loss of a database and its recovery are each reported once, however many calls fail in between',
  async () => {
    const { url } = await testDatabase();
    const proxy = await postgresProxy(url);
    const store = await openStore({ url: proxy.url, patience: 10 });
    const [lost, found]: [unknown[], number[]] = [[], []];
    store.watchOutages({ lost: (error) => lost.push(error), found: (ms) => found.push(ms) });
    await store.ping();
    proxy.breakAt('closed', 0);
    const work = () => store.transaction((tx) => tx.read.all(tx.read.sql.selectFrom('User').select('id')));
    const fail = await Promise.allSettled([store.ping(), store.ping(), work(), work(), store.ping()]);
    expect(fail.map(({ status }) => status)).not.toContain('fulfilled');
    expect(lost).toMatchObject([{ code: 'UNAVAILABLE' }]);
    expect(found).toEqual([]);
    proxy.mend();
    await expect.poll(() => found.length).toBe(1);
    expect(found[0]).toBeGreaterThan(900);
    await store.ping();
    expect(lost).toHaveLength(1);
    await store.close();
  },
);
