import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll } from 'vitest';
import type { Operator } from '../../src/access/viewer.js';
import type { ExecutorOptions } from '../../src/api/graphql/executor.js';
import type { Plugin } from '../../src/api/graphql/plugins/plugin.js';
import type { StreamPace } from '../../src/api/http/graphql/stream-types.js';
import type { LogStream } from '../../src/api/http/server.js';
import { createApp } from '../../src/app/app.js';
import { readServerState } from '../../src/app/server-metrics.js';
import { operatorOf } from '../../src/modules/identity/tokens/bootstrap.js';
import { type Config, readConfig } from '../../src/platform/config/config.js';
import { openStore } from '../../src/platform/db/open.js';
import type { Batch } from '../../src/platform/db/query/batch.js';
import type { Store, StoreOptions } from '../../src/platform/db/write/store.js';
import { createMetrics, type Metrics } from '../../src/platform/metrics/metrics.js';
import type { BlobStorage } from '../../src/platform/object-storage/blob-storage.js';
import type { FindTexts } from '../../src/platform/outbound/text-records.js';
import { createSealer } from '../../src/platform/secrets/sealed.js';
import type { Tracing } from '../../src/platform/tracing/tracing.js';
import { type TestDatabase, testDatabase } from './database.js';
import { graphOf } from './shared-schema.js';

/** Options of a request on `/v1`: `rest('GET', '/orgs', { token })`. */
export interface RestOptions {
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A response of `/v1`. */
export interface RestResponse {
  status: number;
  // The body is untyped so that tests can read any member. Other tests compare the shapes with the contract.
  body: any;
  headers: LightMyRequestResponse['headers'];
}

/** A response of GraphQL. */
export interface GraphqlResponse {
  status: number;
  data: any;
  errors?: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
  extensions?: Record<string, unknown>;
}

/** A complete application with its own database, called in process. */
export interface TestApp {
  app: FastifyInstance;
  store: Store;
  config: Config;
  /** URL of the database, for command lines that run next to the application. */
  url: string;
  operator: Operator;
  /** Calls `/v1` + path. Does not throw, whatever the status is. */
  rest(method: string, path: string, options?: RestOptions): Promise<RestResponse>;
  graphql(
    query: string,
    options?: { token?: string | null; variables?: object; headers?: Record<string, string> },
  ): Promise<GraphqlResponse>;
  /** Returns the SQL of each batch that the requests of `run` cause, except the batches of authentication. */
  batches(run: () => Promise<unknown>): Promise<string[]>;
}

/** Secret with which the application signs and seals. */
export const secret = 'a secret for tests, 32 bytes long';

/** Opens values that the applications of tests seal. */
export const sealer = createSealer({ current: secret, previous: null });

/** Settings of the application, unless a test has others. */
const defaults = { LOG_LEVEL: 'silent', RATE_LIMIT: 'off', SLOW_OPERATION_MS: 'off' };

/** Public URL of the application, unless `PUBLIC_URL` is set. */
export const publicUrl = 'https://docs.test';

type Environment = Record<string, string>;

/**
 * Creates the application, which is closed after the test file. `env` has the differences from the defaults of tests.
 */
export async function testApp(env: Environment = {}): Promise<TestApp> {
  return testAppOn(await testDatabase(), env);
}

/** Creates an application with the given object storage for large blobs. */
export async function appWithBlobs(blobs: BlobStorage, env: Environment = {}): Promise<TestApp> {
  return testAppOn(await testDatabase({ blobs }), env);
}

/** Creates an application with additional Yoga plugins. */
export async function appWithPlugins(plugins: readonly Plugin[], env: Environment = {}): Promise<TestApp> {
  return testAppOn(await testDatabase(), env, { plugins });
}

/** Creates an application with a fake name service. */
export async function appWithNameService(findTexts: FindTexts, env: Environment = {}): Promise<TestApp> {
  return testAppOn(await testDatabase(), env, { findTexts });
}

/** Creates an application whose event streams have the given time limits. */
export async function appWithStreamPace(pace: StreamPace): Promise<TestApp> {
  return testAppOn(await testDatabase(), {}, { pace });
}

/** Creates an application that writes its log, down to `trace`, to a list of lines. */
export async function appWithLog(lines: string[], env: Environment = {}): Promise<TestApp> {
  const logTo = { write: (line: string) => void lines.push(line) };
  return testAppOn(await testDatabase(), { LOG_LEVEL: 'trace', ...env }, { logTo });
}

/** Creates an application whose requests are traced, and which writes its log to a list of lines. */
export async function appWithTracing(tracing: Tracing, lines: string[] = [], env: Environment = {}): Promise<TestApp> {
  const logTo = { write: (line: string) => void lines.push(line) };
  return testAppOn(await testDatabase(), { LOG_LEVEL: 'info', ...env }, { logTo, tracing });
}

/** Creates another instance of an application that shares only the database, optionally through a pooler. */
export async function anotherInstance(
  { url, directUrl = url, ...options }: Pick<StoreOptions, 'url' | 'directUrl' | 'queueLimit'>,
  patience = 10,
  env: Environment = {},
): Promise<TestApp> {
  const store = await openStore({ url, directUrl, patience, ...options });
  afterAll(() => store.close());
  return testAppOn({ url, store }, env);
}

/** Creates an application with metrics. Without other settings, `/metrics` requires the token `metricsToken`. */
export async function appWithMetrics(env: Environment = {}): Promise<TestApp & { scrape(): Promise<string> }> {
  const database = await testDatabase();
  const metrics = createMetrics();
  readServerState(metrics, { store: database.store, kinds: new Set(['content.sweep']) });
  const app = await testAppOn(database, { METRICS_TOKEN: metricsToken, ...env }, { metrics });
  return { ...app, scrape: metrics.print };
}

/** Token of the metrics in tests. */
export const metricsToken = 'metrics-0123456789';

/** Parts of an application that tests replace. */
interface AppParts {
  metrics?: Metrics;
  pace?: StreamPace;
  findTexts?: FindTexts;
  logTo?: LogStream;
  tracing?: Tracing;
}

async function testAppOn(
  { store, url }: TestDatabase,
  env: Environment,
  { pace, findTexts, logTo, metrics, tracing, ...options }: Partial<ExecutorOptions> & AppParts = {},
): Promise<TestApp> {
  const config = readConfig({ ...defaults, SHED_LOAD: 'off', DATABASE_URL: url, ...env });
  let batches: Batch[] = [];
  const app = await createApp({
    config,
    store,
    secrets: { current: config.secret ?? secret, previous: config.previousSecret ?? null },
    publicUrl: config.publicUrl ?? publicUrl,
    graph: graphOf({
      introspection: config.introspection,
      costLimit: config.costLimit,
      federation: config.federation,
      ...options,
    }),
    onBatch: (batch) => batches.push(batch),
    ...(pace && { pace }),
    ...(findTexts && { findTexts }),
    ...(logTo && { logTo }),
    metrics,
    ...(tracing && { tracing }),
  });
  afterAll(() => app.close());
  const authorization = (token?: string | null): Record<string, string> =>
    token?.startsWith('dgs_') ? sessionHeaders(token) : token ? { authorization: `Bearer ${token}` } : {};
  return {
    app,
    store,
    config,
    url,
    operator: await operatorOf(store),
    async rest(method, path, { token, body, headers } = {}) {
      const answer = await app.inject({
        method: method as 'GET',
        url: `/v1${path}`,
        headers: {
          ...authorization(token),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        body: answer.body === '' ? undefined : JSON.parse(answer.body),
        headers: answer.headers,
      };
    },
    async graphql(query, { token, variables, headers } = {}) {
      const answer = await app.inject({
        method: 'POST',
        url: '/graphql',
        headers: {
          ...authorization(token),
          'content-type': 'application/json',
          accept: 'application/graphql-response+json',
          ...headers,
        },
        payload: JSON.stringify({ query, variables }),
      });
      return { status: answer.statusCode, ...JSON.parse(answer.body) };
    },
    async batches(run) {
      batches = [];
      await run();
      return batches.map(({ sql }) => sql);
    },
  };
}

/** Returns the headers of a request that a page of the server sends in a session. */
export function sessionHeaders(secret: string): Record<string, string> {
  return { cookie: `__Host-docgraph=${secret}`, 'sec-fetch-site': 'same-origin' };
}
