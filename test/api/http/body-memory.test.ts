import { expect, it } from 'vitest';
import { createBodyMemory } from '../../../src/api/http/bodies/body-memory.js';

const mebibyte = 1_048_576;
const limits = { perTenant: 10 * mebibyte, total: 15 * mebibyte };

/**
 * Creates a counter of the memory that bodies use. Its `refusal` is the error for a body, or null if the body is
 * accepted.
 */
function createCounter() {
  const { open } = createBodyMemory(limits);
  const begin = (tenant: string, mebibytes: number) => {
    const body = open(tenant);
    return { ...body, refusal: refusalOf(() => body.take(mebibytes * mebibyte)) };
  };
  return begin;
}

function refusalOf(take: () => void): { message: string; code: string; detail: object } | null {
  try {
    take();
    return null;
  } catch (error) {
    return error as never;
  }
}

it('a tenant whose bodies hold its maximum is refused, with the seconds to wait', () => {
  const begin = createCounter();
  expect([begin('org_a', 5).refusal, begin('org_a', 5).refusal]).toEqual([null, null]);
  const { refusal } = begin('org_a', 1);
  expect(refusal?.message).toBe('Cannot take this body now: 2 bodies of org_a hold 10 MiB. Try again in 5 seconds.');
  expect(refusal).toMatchObject({
    code: 'UNAVAILABLE',
    detail: { reason: 'BODY_MEMORY_FULL', retryAfter: 5 },
  });
  expect(begin('org_b', 5).refusal).toBeNull();
});

it('all tenants together are refused above the limit of the server', () => {
  const begin = createCounter();
  begin('org_a', 9);
  const { refusal } = begin('org_b', 7);
  expect(refusal?.message).toBe(
    'Cannot take this body now: 1 body of all organizations holds 9 MiB. Try again in 5 seconds.',
  );
  expect(begin('org_b', 6).refusal).toBeNull();
});

it('a body releases its bytes only once', () => {
  const begin = createCounter();
  const [first] = [begin('org_a', 5), begin('org_a', 5)];
  first.end();
  first.end();
  first.take(5 * mebibyte);
  expect(begin('org_a', 5).refusal).toBeNull();
  expect(begin('org_a', 1).refusal).not.toBeNull();
});

it('a refused body holds no memory', () => {
  const begin = createCounter();
  const held = begin('org_a', 8);
  begin('org_a', 8).end();
  held.end();
  expect(begin('org_a', 10).refusal).toBeNull();
});

it('a single body is accepted at any size', () => {
  expect(createCounter()('org_a', 100).refusal).toBeNull();
});

it('a body of unknown length is counted as its bytes arrive', () => {
  const begin = createCounter();
  begin('org_a', 5);
  const body = begin('org_a', 2);
  body.take(3 * mebibyte);
  expect(refusalOf(() => body.take(mebibyte))?.message).toMatch(
    /^Cannot take this body now: 2 bodies of org_a hold 10/,
  );
});
