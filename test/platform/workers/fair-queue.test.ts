import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { createFairQueue, type Waiting } from '../../../src/platform/workers/fair-queue.js';

interface Item extends Waiting {
  name: string;
}

const full = (tenant: string, waiting: number) =>
  new AppError('UNAVAILABLE', `${waiting} items of ${tenant} are waiting`, { retryAfter: 1 });
const queueOf = (perTenant: number, total?: number) =>
  createFairQueue<Item>({ perTenant, full, ...(total && { total }) });
const item = (tenant: string, name: string, weight = 0): Item => ({
  ...{ tenant, name, weight },
  refuse: (error) => refused.push(`${name}: ${error.message}`),
});
const refused: string[] = [];
const namesIn = (queue: ReturnType<typeof queueOf>): string[] => {
  const names: string[] = [];
  for (let next = queue.take(); next; next = queue.take()) names.push(next.name);
  return names;
};

describe('a fair queue', () => {
  it('alternates between tenants, and serves the items of one tenant in order', () => {
    const queue = queueOf(10);
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add(item(name[0]!, name));
    expect(namesIn(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('serves a tenant that arrives late after at most one item of another tenant', () => {
    const queue = queueOf(10);
    for (let number = 1; number <= 5; number++) queue.add(item('a', `a${number}`));
    expect(queue.take()?.name).toBe('a1');
    queue.add(item('b', 'b1'));
    expect(namesIn(queue)).toEqual(['b1', 'a2', 'a3', 'a4', 'a5']);
  });

  it('gives an idle tenant no extra items for that time', () => {
    const queue = queueOf(10);
    queue.add(item('b', 'b0'));
    for (let number = 1; number <= 6; number++) queue.add(item('a', `a${number}`));
    for (let taken = 0; taken < 4; taken++) queue.take();
    for (let number = 1; number <= 3; number++) queue.add(item('b', `b${number}`));
    expect(namesIn(queue)).toEqual(['b1', 'a4', 'b2', 'a5', 'b3', 'a6']);
  });

  it('serves the lighter items of a tenant first, and equal ones in order', () => {
    const queue = queueOf(10);
    queue.add(item('a', 'heavy', 9));
    queue.add(item('a', 'light', 1));
    queue.add(item('a', 'light too', 1));
    expect(namesIn(queue)).toEqual(['light', 'light too', 'heavy']);
  });

  it('skips items that are not accepted', () => {
    const queue = queueOf(10);
    queue.add(item('a', 'heavy', 9));
    queue.add(item('b', 'light', 1));
    expect(queue.take(({ weight }) => weight < 5)?.name).toBe('light');
    expect(queue.take(({ weight }) => weight < 5)).toBeUndefined();
    expect(queue.take()?.name).toBe('heavy');
  });

  it('refuses a tenant whose share is full, with its name, and accepts the others', () => {
    const queue = queueOf(2);
    queue.add(item('a', 'a1'));
    queue.add(item('a', 'a2'));
    expect(queue.isFull('a')).toBe(true);
    expect(() => queue.add(item('a', 'a3'))).toThrow('2 items of a are waiting');
    expect(queue.isFull('b')).toBe(false);
    queue.add(item('b', 'b1'));
    expect(namesIn(queue)).toEqual(['a1', 'b1', 'a2']);
  });

  it('removes an item of the tenant with the most items when it is full for all', () => {
    refused.length = 0;
    const queue = queueOf(3, 4);
    for (const name of ['a1', 'a2', 'a3', 'b1']) queue.add(item(name[0]!, name));
    queue.add(item('b', 'b2'));
    expect(refused).toEqual(['a3: 2 items of a are waiting']);
    expect(() => queue.add(item('a', 'a4'))).toThrow('2 items of a are waiting');
    expect(() => queue.add(item('b', 'b3'))).toThrow('2 items of b are waiting');
    queue.add(item('c', 'c1'));
    expect(namesIn(queue)).toHaveLength(4);
  });

  it('serves every waiting tenant once in each round, whatever the order of arrival', () => {
    const steps = fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'd'), fc.constant(null)), { maxLength: 200 });
    fc.assert(
      fc.property(steps, (all) => {
        const queue = queueOf(1000);
        const waits = new Map<string, number>();
        // For each waiting tenant: the items of other tenants that were served since it began to wait.
        const passed = new Map<string, string[]>();
        for (const step of all) {
          if (step !== null) {
            queue.add(item(step, step));
            if ((waits.get(step) ?? 0) === 0) passed.set(step, []);
            waits.set(step, (waits.get(step) ?? 0) + 1);
            continue;
          }
          const taken = queue.take()?.tenant;
          if (taken === undefined) continue;
          waits.set(taken, waits.get(taken)! - 1);
          passed.set(taken, []);
          for (const [tenant, others] of passed) if (tenant !== taken && waits.get(tenant)! > 0) others.push(taken);
          for (const others of passed.values()) expect(new Set(others).size).toBeGreaterThanOrEqual(others.length - 1);
        }
      }),
    );
  });
});
