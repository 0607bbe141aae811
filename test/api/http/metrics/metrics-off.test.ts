import type { FastifyInstance } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/api/graphql/execution/context.js';
import { createFailureLimit } from '../../../../src/api/http/limits/attempts.js';
import { logRequests } from '../../../../src/api/http/requests/request-log.js';
import { createApp } from '../../../../src/app/app.js';
import { countFailures, countRefusedTokens } from '../../../../src/app/sign-in-metrics.js';
import { readConfig } from '../../../../src/platform/config/config.js';
import { publicUrl, secret } from '../../../support/app.js';
import { testDatabase } from '../../../support/database.js';
import { graphOf } from '../../../support/shared-schema.js';

/** Returns the names of the hooks that `logRequests` adds. */
function hooksOf(options: Parameters<typeof logRequests>[1]): string[] {
  const hooks: string[] = [];
  const app = { decorateRequest() {}, addHook: (name: string) => void hooks.push(name) };
  logRequests(app as unknown as FastifyInstance, options);
  return hooks;
}

describe('a server without metrics', () => {
  it('has no hook for the end of a request, and does not wrap the counters of limits', () => {
    expect(hooksOf({ isLogged: false, onEnd: undefined })).toEqual(['onRequest']);
    expect(hooksOf({ isLogged: false, onEnd: () => {} })).toEqual(['onRequest', 'onResponse']);
    const failures = createFailureLimit(null, 5);
    expect(countFailures(failures, 'saml', undefined)).toBe(failures);
    expect(countRefusedTokens(failures.count, undefined)).toBe(failures.count);
  });

  it('reads with the unwrapped read functions of the store', async () => {
    const { url, store } = await testDatabase();
    const contexts: Context[] = [];
    const plugin = { onParams: ({ context }: { context: Context }) => void contexts.push(context) };
    const app = await createApp({
      config: readConfig({ LOG_LEVEL: 'silent', SLOW_OPERATION_MS: 'off', DATABASE_URL: url }),
      store,
      secrets: { current: secret, previous: null },
      publicUrl,
      graph: graphOf({ introspection: true, plugins: [plugin] }),
    });
    afterAll(() => app.close());
    await app.inject({ method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } });
    expect(contexts[0]!.read).toBe(store.read);
  });
});
