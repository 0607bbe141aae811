import { afterEach, expect, it, vi } from 'vitest';
import { createQuotas, type Quotas } from '../../../src/platform/quotas/quotas.js';
import type { Shares } from '../../../src/platform/quotas/shares.js';
import { createLedger } from './ledger.js';

const quota = { name: 'points', points: 1_000, windowMs: 3_600_000, leasePoints: 20 };

/** Creates instances that share a ledger. */
function instances(count: number) {
  const ledger = createLedger();
  const created = Array.from({ length: count }, () => {
    const quotas = createQuotas(ledger.source);
    return { quotas, shares: quotas.open(quota) };
  });
  return { ledger, created };
}

/** Takes points one at a time until none is granted. Returns how many were. */
async function takeAll(shares: Shares): Promise<number> {
  for (let taken = 0; ; taken += 1) if ((await shares.take('ann', 1)).taken === 0) return taken;
}

/** Ends enough intervals for an account without calls to count as idle. */
async function becomeIdle(quotas: Quotas, ledger: { batches(): number }): Promise<void> {
  const before = ledger.batches();
  for (let count = 0; count < 6; count += 1) quotas.endInterval();
  await expect.poll(() => ledger.batches()).toBeGreaterThan(before);
}

/** Moves the clock of the shares forward, and stops it. */
function passTime(milliseconds: number): void {
  const now = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.advanceTimersByTime(now + milliseconds);
}

afterEach(() => void vi.useRealTimers());

it('all instances together grant exactly the points of the quota, in any order of calls', async () => {
  const { created } = instances(3);
  let taken = 0;
  for (let call = 0; call < 2_000; call += 1) taken += (await created[call % 3]!.shares.take('ann', 1)).taken;
  // Instances may still hold leases that they have not used up.
  const unused = await Promise.all(created.map(({ shares }) => takeAll(shares)));
  expect(taken + unused.reduce((sum, points) => sum + points)).toBe(quota.points);
});

it('few calls request a lease, and only the first call waits for one', async () => {
  const { ledger, created } = instances(1);
  const { shares } = created[0]!;
  let waits = 0;
  for (let call = 0; call < 500; call += 1) {
    const balance = shares.take('ann', 1);
    if (balance instanceof Promise) waits += 1;
    expect((await balance).taken).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(waits).toBe(1);
  expect(ledger.batches()).toBeLessThanOrEqual(25);
});

it('concurrent calls of all accounts request their leases in one batch', async () => {
  const { ledger, created } = instances(1);
  const accounts = Array.from({ length: 20 }, (_, index) => `user-${index % 10}`);
  await Promise.all(accounts.map((account) => created[0]!.shares.take(account, 1)));
  expect(ledger.batches()).toBe(1);
});

it('a call can take more points than a lease has, and takes fewer if it accepts fewer', async () => {
  const { created } = instances(2);
  const [first, second] = created.map(({ shares }) => shares);
  expect(await first!.take('ann', 700, 1)).toMatchObject({ taken: 700 });
  expect(await second!.take('ann', 700)).toMatchObject({ taken: 0 });
  const { taken, remaining } = await second!.take('ann', 700, 1);
  expect(taken).toBeGreaterThanOrEqual(300 - quota.leasePoints);
  expect(remaining).toBe(0);
});

it('an account without calls returns its points, and another instance can use them', async () => {
  const { ledger, created } = instances(2);
  const [idle, busy] = created;
  await idle!.shares.take('ann', 1);
  expect(await takeAll(busy!.shares)).toBe(quota.points - 1 - quota.leasePoints);
  await becomeIdle(idle!.quotas, ledger);
  passTime(6_000);
  expect(await takeAll(busy!.shares)).toBe(quota.leasePoints);
});

it('an instance that stops returns its points', async () => {
  const { ledger, created } = instances(1);
  await created[0]!.shares.take('ann', 5);
  await created[0]!.quotas.close();
  expect(ledger.total()).toBe(5);
});

it('points that a call reserved but did not use are returned while the account is in use', async () => {
  const { ledger, created } = instances(1);
  const { shares, quotas } = created[0]!;
  await shares.take('ann', 800);
  shares.refund('ann', 798);
  quotas.endInterval();
  await shares.take('ann', 1);
  quotas.endInterval();
  await shares.take('ann', 1);
  quotas.endInterval();
  await expect.poll(() => ledger.total()).toBeLessThanOrEqual(200);
});

it('without the database each instance uses its lease and one more, which later leases must pay back', async () => {
  const { ledger, created } = instances(2);
  const [known, unknown] = created;
  await known!.shares.take('ann', 1);
  const held = ledger.total() - 1;
  ledger.stop(true);
  expect(await takeAll(known!.shares)).toBe(held + quota.leasePoints);
  expect(await takeAll(unknown!.shares)).toBe(quota.leasePoints);
  ledger.stop(false);
  passTime(1_100);
  const later = (await takeAll(known!.shares)) + (await takeAll(unknown!.shares));
  // No points are left with which the second instance could pay for its additional lease.
  expect(later + 1 + held + 2 * quota.leasePoints).toBe(quota.points + quota.leasePoints);
});

it('while the database is down, each instance grants at most one lease beyond a used up quota', async () => {
  const { ledger, created } = instances(3);
  for (const { shares } of created) await takeAll(shares);
  ledger.stop(true);
  passTime(6_000);
  const more: number[] = [];
  for (const { shares } of created) more.push(await takeAll(shares));
  expect(Math.max(...more)).toBeLessThanOrEqual(quota.leasePoints);
});

it('reading balances leases nothing, so the points remain to the instances that use them', async () => {
  const { ledger, created } = instances(12);
  for (const { shares } of created) expect((await shares.take('ann', 0)).remaining).toBe(quota.points);
  expect(ledger.total()).toBe(0);
  expect(ledger.batches()).toBe(created.length);
});

it('a quota without advance leases counts exactly the points that all instances take', async () => {
  const ledger = createLedger();
  const exact = { ...quota, points: 10, leasePoints: 0 };
  const shares = Array.from({ length: 12 }, () => createQuotas(ledger.source).open(exact));
  for (const instance of shares.slice(0, 9)) expect((await instance.take('ann', 1)).taken).toBe(1);
  for (const instance of shares) expect((await instance.take('ann', 0)).remaining).toBe(1);
  expect((await shares[11]!.take('ann', 1)).taken).toBe(1);
  for (const instance of shares) expect((await instance.take('ann', 0)).remaining).toBe(0);
});

it('a batch has one request of each account, also if the window ended before points were returned', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const batches: string[][] = [];
  const quotas = createQuotas(async (requests) => {
    batches.push(requests.map(({ account }) => account));
    if (batches.length === 2) await released;
    return requests.map(({ points }) => ({ granted: points, total: points, window: 'w', msLeft: quota.windowMs }));
  });
  const shares = quotas.open(quota);
  await shares.take('ann', 1);
  const other = shares.take('bo', 1);
  await expect.poll(() => batches.length).toBe(2);
  for (let count = 0; count < 6; count += 1) quotas.endInterval();
  passTime(quota.windowMs);
  const later = shares.take('ann', 1);
  release();
  await other;
  expect(await later).toMatchObject({ taken: 1 });
  expect(batches.slice(2)).toEqual([['ann', 'bo'], ['ann']]);
});

it('a single instance grants all points, and a new window restores them', () => {
  passTime(0);
  const shares = createQuotas(null).open(quota);
  expect(shares.take('ann', 999)).toMatchObject({ taken: 999, remaining: 1 });
  expect(shares.take('ann', 2)).toMatchObject({ taken: 0, remaining: 1 });
  vi.advanceTimersByTime(quota.windowMs);
  expect(shares.refund('ann', 999)).toMatchObject({ remaining: 1_000, msLeft: expect.closeTo(quota.windowMs) });
});

it('a lease that arrives after its window has ended is followed by one in the new window', async () => {
  const leases = [
    { granted: 21, total: 21, window: 'old', msLeft: 0 },
    { granted: 21, total: 21, window: 'new', msLeft: quota.windowMs },
  ];
  const shares = createQuotas(async () => [leases.shift()!]).open(quota);
  expect(await shares.take('ann', 1)).toMatchObject({ taken: 1, remaining: 999 });
});
