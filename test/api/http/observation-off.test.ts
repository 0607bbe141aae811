import { afterAll, expect, it } from 'vitest';
import type { Context } from '../../../src/api/graphql/execution/context.js';
import type { Plugin } from '../../../src/api/graphql/plugins/plugin.js';
import { createApp } from '../../../src/app/app.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { secret } from '../../support/app.js';
import { testDatabase } from '../../support/database.js';
import { graphOf } from '../../support/shared-schema.js';

const { store, url } = await testDatabase();

/** Returns the context of a query in an application with these environment variables. */
async function contextWith(env: Record<string, string>): Promise<Context> {
  let context: Context | undefined;
  const capture: Plugin = {
    onExecute({ args }) {
      context = args.contextValue as Context;
    },
  };
  const config = readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent', ...env });
  const graph = graphOf({ introspection: true, plugins: [capture] });
  const app = await createApp({
    config,
    store,
    secrets: { current: secret, previous: null },
    publicUrl: 'https://a.test',
    outbound,
    graph,
  });
  afterAll(() => app.close());
  await app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } });
  return context!;
}

const outbound = createOutbound([]);

it('without traces and lines of slow operations, a request reads and writes with the functions of the store itself', async () => {
  const context = await contextWith({ SLOW_OPERATION_MS: 'off' });
  expect(context.store).toBe(store);
  expect(context.read).toBe(store.read);
  expect(context.outbound).toBe(outbound);
  expect(context.observation).toBeUndefined();
});

it('by default, only the batches of a request are timed', async () => {
  const context = await contextWith({});
  expect(context.store).toBe(store);
  expect(context.read).not.toBe(store.read);
  expect(context.observation).toMatchObject({ trace: null, times: expect.any(Object) });
});
