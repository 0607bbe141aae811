import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { createFairLimiter, type FairLimiterLimits } from '../../../src/platform/workers/fair-limiter.js';
import { signal } from '../../support/signal.js';

const limiterWith = (limits: Partial<FairLimiterLimits>) =>
  createFairLimiter({
    ...{ slots: 2, perTenant: 10 },
    full: (tenant) => new AppError('UNAVAILABLE', `full for ${tenant}`, { retryAfter: 1 }),
    ...limits,
  });

describe('a fair limiter', () => {
  it('runs as many concurrent tasks as it has slots, and continues after failures', async () => {
    const limiter = limiterWith({});
    let [running, most] = [0, 0];
    const task = (index: number) => async () => {
      most = Math.max(most, ++running);
      await turn();
      running--;
      if (index === 1) throw new Error('it fails');
      return index;
    };
    const results = await Promise.allSettled([0, 1, 2, 3].map((index) => limiter.run(task(index), { tenant: 'a' })));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect([most, running]).toEqual([2, 0]);
  });

  it('starts a task of another tenant after at most one task of the busy one', async () => {
    const limiter = limiterWith({ slots: 1 });
    const order: string[] = [];
    const run = (tenant: string, name: string) => limiter.run(async () => void order.push(name), { tenant });
    await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')]);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('leaves slots to other tenants if a tenant may hold only some of them', async () => {
    const limiter = limiterWith({ slotsPerTenant: 1 });
    const released = signal();
    const order: string[] = [];
    const held = limiter.run(() => released.given, { tenant: 'a' });
    const second = limiter.run(async () => void order.push('a2'), { tenant: 'a' });
    await limiter.run(async () => void order.push('b1'), { tenant: 'b' });
    released.give();
    await Promise.all([held, second]);
    expect(order).toEqual(['b1', 'a2']);
  });

  it('refuses a tenant whose share is full and accepts others', async () => {
    const limiter = limiterWith({ slots: 1, perTenant: 1 });
    const released = signal();
    const running = limiter.run(() => released.given, { tenant: 'a' });
    const waiting = limiter.run(turn, { tenant: 'a' });
    await expect(limiter.run(turn, { tenant: 'a' })).rejects.toThrow('full for a');
    const other = limiter.run(turn, { tenant: 'b' });
    released.give();
    await Promise.all([running, waiting, other]);
  });
});
