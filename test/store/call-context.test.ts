import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCallContext } from '../../src/store/call-context.js';

it('gives each call its own value, and all that it calls', async () => {
  const context = createCallContext<string>();
  const ask = async (): Promise<string | undefined> => {
    await turn();
    return context.current();
  };
  expect(await Promise.all([context.run('one', ask), context.run('two', ask)])).toEqual(['one', 'two']);
  expect(await ask()).toBeUndefined();
});

it('leaves nothing behind where a call fails, and is there for the next one', async () => {
  const context = createCallContext<string>();
  await expect(context.run('one', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(context.current()).toBeUndefined();
  expect(await context.run('two', async () => context.current())).toBe('two');
});
