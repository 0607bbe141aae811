import { expect, it } from 'vitest';
import { keep } from '../src/kept.js';

it('kinds keep things apart, under the same key too', () => {
  const [one, other] = [keep<{ of: string }>('test one', () => 1), keep<{ of: string }>('test other', () => 1)];
  one.set('key', { of: 'one' });
  expect([one.get('key'), other.get('key')]).toEqual([{ of: 'one' }, undefined]);
});

it('all kinds share one budget: what was asked for last of any of them stays', () => {
  const megabytes = keep<{ size: number }>('test megabytes', ({ size }) => size * 1_000_000);
  const others = keep<{ size: number }>('test others', ({ size }) => size * 1_000_000);
  megabytes.set('old', { size: 3 });
  megabytes.set('asked for', { size: 3 });
  for (let index = 0; index < 22; index++) {
    megabytes.get('asked for');
    others.set(String(index), { size: 3 });
  }
  expect([megabytes.get('old'), megabytes.get('asked for')]).toEqual([undefined, { size: 3 }]);
});

it('what would put out too much else is not kept', () => {
  const large = keep<object>('test large', () => 9_000_000);
  large.set('key', {});
  expect(large.get('key')).toBeUndefined();
});
