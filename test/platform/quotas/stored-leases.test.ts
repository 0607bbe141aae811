import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../src/platform/db/open.js';
import type { LeaseRequest } from '../../../src/platform/quotas/quota.js';
import { createQuotas } from '../../../src/platform/quotas/quotas.js';
import { storedLeases } from '../../../src/platform/quotas/stored-leases.js';
import { provider, testDatabase } from '../../support/database.js';

const quota = { name: 'points', points: 1_000, windowMs: 3_600_000, leasePoints: 20 };
const secret = 'a secret for tests, 32 bytes long';

// On SQLite, a server has all points itself.
describe.runIf(provider === 'postgresql')('leases on Postgres', async () => {
  const { store, url } = await testDatabase();
  const lease = storedLeases(store, secret);
  const request = (account: string, points: number, { returned = 0, window = '' } = {}): LeaseRequest => {
    return { quota, account, points, returned, window };
  };
  const endWindows = () =>
    store.transaction(({ read }) => read.all(sql`update "RateWindow" set "endsAt" = timestamp 'epoch'`));

  it('are granted up to the quota, and can be returned in the same window', async () => {
    const [first] = await lease([request('ann', 900)]);
    expect(first).toMatchObject({ granted: 900, total: 900 });
    expect(first!.msLeft).toBeGreaterThan(quota.windowMs - 60_000);
    expect(await lease([request('ann', 900)])).toMatchObject([{ granted: 100, total: 1_000, window: first!.window }]);
    expect(await lease([request('ann', 1)])).toMatchObject([{ granted: 0, total: 1_000 }]);
    const returning = request('ann', 0, { returned: 30, window: first!.window });
    expect(await lease([returning])).toMatchObject([{ granted: 0, total: 970 }]);
    expect(await lease([request('ann', 900)])).toMatchObject([{ granted: 30 }]);
  });

  it('begin a new window after the last one has ended; points of an earlier window are not returned', async () => {
    const [first] = await lease([request('bo', 900)]);
    await endWindows();
    const returned = { returned: 900, window: first!.window };
    const none = { granted: 0, total: 0, window: '', msLeft: quota.windowMs };
    expect(await lease([request('bo', 0, returned)])).toMatchObject([none]);
    const [second] = await lease([request('bo', 50, returned)]);
    expect(second).toMatchObject({ granted: 50, total: 50 });
    expect(second!.window).not.toBe(first!.window);
    expect(await lease([request('bo', 0, returned)])).toMatchObject([{ granted: 0, total: 50 }]);
  });

  it('take points back and grant others in one request', async () => {
    const [first] = await lease([request('cy', 1_000)]);
    const both = request('cy', 50, { returned: 30, window: first!.window });
    expect(await lease([both])).toMatchObject([{ granted: 30, total: 1_000, window: first!.window }]);
  });

  it('of an account that is only read store nothing', async () => {
    expect(await lease([request('reader', 0)])).toMatchObject([{ granted: 0, total: 0, window: '' }]);
    await lease([request('reader', 3)]);
    expect(await lease([request('reader', 0)])).toMatchObject([{ granted: 0, total: 3 }]);
  });

  it('of many accounts are granted in one batch, also if some accounts have no row', async () => {
    const accounts = Array.from({ length: 500 }, (_, index) => `user-${index}`);
    const granted = await lease(accounts.map((account) => request(account, 7)));
    expect(new Set(granted.map(({ granted }) => granted))).toEqual(new Set([7]));
    expect(
      await lease([request('nobody', 0, { returned: 5, window: granted[0]!.window }), request('user-3', 1)]),
    ).toMatchObject([{ granted: 0 }, { granted: 1, total: 8 }]);
  });

  it('never exceed the quota when instances ask at the same time, in opposite orders', async () => {
    const other = await openStore({ url, patience: 10 });
    const sources = [lease, storedLeases(other, secret)];
    const accounts = Array.from({ length: 20 }, (_, index) => `racer-${index}`);
    const rounds = await Promise.all(
      Array.from({ length: 10 }, (_, round) => {
        const ordered = round % 2 === 0 ? accounts : accounts.toReversed();
        return sources[round % 2]!(ordered.map((account) => request(account, 150)));
      }),
    );
    await other.close();
    const total = rounds.flat().reduce((sum, { granted }) => sum + granted, 0);
    expect(total).toBe(accounts.length * quota.points);
  });

  it('are stored under a hash of the account, not its name', async () => {
    await lease([request('ann@acme.test', 1)]);
    const rows = await store.read.all(store.sql.selectFrom('RateWindow').selectAll());
    expect(JSON.stringify(rows)).not.toContain('ann');
    expect(rows[0]!.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('cost at most 20 batches for a thousand calls of two points', async () => {
    let batches = 0;
    const quotas = createQuotas((requests) => {
      batches += 1;
      return lease(requests);
    });
    const shares = quotas.open({ ...quota, points: 100_000, leasePoints: 2_000 });
    for (let call = 0; call < 1_000; call += 1) expect((await shares.take('busy', 2)).taken).toBe(2);
    await quotas.close();
    expect(batches).toBeLessThanOrEqual(20);
  });
});
