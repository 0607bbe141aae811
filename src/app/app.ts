import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createBatchedCallerFinder } from '../access/callers.js';
import type { Executor } from '../api/graphql/executor.js';
import type { Operations } from '../api/graphql/operations.js';
import { useUsage } from '../api/graphql/plugins/use-usage.js';
import { createSessionCookie } from '../api/http/connection/session-cookie.js';
import { registerApiDescription } from '../api/http/explorer/api-description.js';
import { registerExplorer } from '../api/http/explorer/explorer.js';
import { registerDownloads } from '../api/http/files/downloads.js';
import { registerPublicDocuments } from '../api/http/files/public-documents.js';
import { registerGraphql } from '../api/http/graphql/graphql.js';
import type { StreamPace } from '../api/http/graphql/stream-types.js';
import { registerHealth } from '../api/http/health.js';
import { type CallerLimits, createCallerLimits } from '../api/http/limits/caller-limits.js';
import { measureRequests } from '../api/http/metrics/request-metrics.js';
import { countConnections, registerMetrics } from '../api/http/metrics/serve-metrics.js';
import { registerAppLinks } from '../api/http/pages/app-links.js';
import { registerPdfs } from '../api/http/pages/pdfs.js';
import { observeServices } from '../api/http/requests/observe-services.js';
import { bodyTenant, type RequestServices, restContext } from '../api/http/requests/request-context.js';
import { registerSelfCheck } from '../api/http/self-check.js';
import { createServer, type LogStream } from '../api/http/server.js';
import { registerRest } from '../api/rest/register.js';
import { feedOf } from '../modules/audit/events/feed.js';
import { gatherUsage } from '../modules/audit/schema-usage/gather.js';
import { createFindText } from '../modules/content/documents/find-text.js';
import { createLastUse } from '../modules/identity/tokens/last-use.js';
import { createPdfs } from '../modules/pdf/open-pdf.js';
import { findPublicDocument } from '../modules/specifications/find-document.js';
import { setCacheBudget } from '../platform/cache/cache.js';
import type { Config } from '../platform/config/config.js';
import type { OnBatch } from '../platform/db/query/batch.js';
import type { Store } from '../platform/db/write/store.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import type { ObserveRequest } from '../platform/outbound/observe-request.js';
import { createOutbound, type Outbound } from '../platform/outbound/outbound.js';
import { createFindTexts, type FindTexts } from '../platform/outbound/text-records.js';
import { createQuotas, type Quotas } from '../platform/quotas/quotas.js';
import { storedLeases } from '../platform/quotas/stored-leases.js';
import { createSealer, type Secrets } from '../platform/secrets/sealed.js';
import { traceOutboundAlone } from '../platform/tracing/trace-outbound.js';
import type { Tracing } from '../platform/tracing/tracing.js';
import { createUrls } from '../platform/urls/urls.js';
import { defaultWorkerThreads, setWorkerThreads } from '../platform/workers/worker-threads.js';
import { describeFor } from './describe.js';
import { createGraph, type Graph } from './graph.js';
import { createAppShedding } from './load-shedding.js';
import { registerMailLinks } from './mail-links.js';
import { countRefusedTokens } from './sign-in-metrics.js';
import { registerSignIn } from './sign-in-routes.js';
import { serveSites } from './site-routes.js';

/** Dependencies and options of an application. */
export interface AppParts {
  config: Config;
  store: Store;
  /** Secrets that sign cursors and URLs, and encrypt stored keys. */
  secrets: Secrets;
  /** Base URL of the server, as clients see it. */
  publicUrl: string;
  /**
   * Schema and endpoints of the application. Several applications in one process may share them. By default, they are
   * built from the source files.
   */
  graph?: Graph;
  /** Function that looks up TXT records in DNS; default: with the resolver of the system. */
  findTexts?: FindTexts;
  /**
   * Client for requests to other hosts. By default, it reaches hosts of the public internet, and hosts that the
   * operator allows.
   */
  outbound?: Outbound;
  /** Traces of requests; absent if tracing is off. */
  tracing?: Tracing | undefined;
  /** Callback for each batch of reads; for tests and benchmarks. */
  onBatch?: OnBatch;
  /** Destination of the log; default: stderr, one line at a time. */
  logTo?: LogStream;
  /** Time limits of streams; for tests. */
  pace?: StreamPace;
  /** Metrics that count requests; absent if nothing is measured. */
  metrics?: Metrics | undefined;
}

/**
 * Creates the application, which does not listen yet. Only this function connects the store, GraphQL, REST and HTTP.
 */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, store, secrets, publicUrl, metrics, tracing } = parts;
  setCacheBudget(config.cacheBytes);
  setWorkerThreads(config.resources.workerThreads ?? defaultWorkerThreads());
  const { executor, endpoints, openApiJson, referenceJson } = parts.graph ?? createGraph(config);
  const { note: onUse, close } = createLastUse(store);
  const secret = secrets.current;
  const quotas = openQuotas(store, secret, (err) => app.log.warn({ err }, 'rate limits hold without the database'));
  const limits = createCallerLimits(config, quotas);
  const shedding = createAppShedding(parts);
  const shared: RequestServices = {
    ...createRequestServices(parts, limits),
    onUse,
    ...(shedding && { admitCaller: shedding.admitCaller }),
  };
  const app = await createServer(config, {
    bodyTenant: (request) => bodyTenant(shared, request),
    tracing,
    logTo: parts.logTo,
    onRequestEnd: metrics && measureRequests(metrics),
    addFirstHooks: shedding?.addHooks,
  });
  logOutages(app.log, { store, tracing });
  shedding?.start(app);
  app.addHook('onClose', close);
  app.addHook('onClose', quotas.close);
  app.addHook('preClose', async () => feedOf(store).close());
  registerHealth(app, store);
  serveMetrics(app, parts);
  registerSelfCheck(app, secret);
  registerDownloads(app, shared);
  registerPublicDocuments(app, { store, find: (id) => findPublicDocument(store.read, id) });
  servePdfs(app, { store, secret, base: publicUrl, threads: config.resources.pdfThreads });
  registerAppLinks(app);
  serveSites(app, { shared, config, limits });
  await registerMailLinks(app, store, secrets);
  if (config.explorer) registerExplorer(app);
  await registerSignIn(app, { shared, config, limits, metrics });
  const operations = openOperations(app, executor, parts);
  registerGraphql(app, { shared, operations, explorer: config.explorer });
  registerApiDescription(app, {
    describe: () => describeFor(openApiJson, publicUrl),
    ...(config.explorer && { show: referenceJson }),
  });
  registerRest(app, {
    endpoints,
    prepare: executor.store,
    run: operations.runStored,
    contextOf: (request, reply, { ifMatch }) => restContext(shared, { request, reply, ifMatch }),
    payment: { paid: ({ pay }) => pay.paid(), pay: ({ pay }, bytes) => pay(bytes) },
  });
  return app;
}

/** Creates the services of requests, except the record of the last use of tokens. */
function createRequestServices(parts: AppParts, limits: CallerLimits): Omit<RequestServices, 'onUse'> {
  const { config, store, secrets, publicUrl, metrics, tracing, findTexts = createFindTexts() } = parts;
  return {
    store,
    secret: secrets.current,
    sealer: createSealer(secrets),
    retention: config.retention,
    urls: createUrls(publicUrl, secrets.current),
    findTexts,
    outbound: parts.outbound ?? createOutbound(config.outboundAllow, tracing && traceOutboundAlone(tracing)),
    findCaller: createBatchedCallerFinder(store),
    sessionCookie: createSessionCookie(publicUrl),
    ...limits,
    refusedToken: countRefusedTokens(limits.refusedToken, metrics),
    ...observation(parts),
  };
}

/**
 * Returns the operations of an application. The plugins for persisted documents and for schema usage are loaded with
 * the first operation.
 */
function openOperations(app: FastifyInstance, executor: Executor, parts: AppParts): Operations {
  const { store, config, pace, tracing } = parts;
  const { slowOperationMs } = config;
  const isObserved = tracing !== undefined || slowOperationMs !== null;
  const usage = gatherUsage(store, executor.schemas.public, (err) =>
    app.log.warn({ err }, 'the use of the schema is lost'),
  );
  app.addHook('onClose', usage.close);
  const find = createFindText(store);
  return executor.open(async () => {
    const [{ httpPlugins }, { useDocuments }] = await Promise.all([
      import('../api/http/graphql/graphql-plugins.js'),
      import('../api/http/graphql/graphql-documents.js'),
    ]);
    return {
      first: [useDocuments(config.documents, find)],
      last: [useUsage(usage.note), ...httpPlugins({ pace, slowMs: slowOperationMs, isObserved })],
    };
  });
}

/** Serves the metrics on the port of the server, unless they have a port of their own. */
function serveMetrics(app: FastifyInstance, { config, store, metrics }: AppParts): void {
  if (!metrics) return;
  metrics.read('docgraph_http_connections', () => countConnections(app));
  metrics.read('docgraph_event_followers', () => feedOf(store).followers());
  if (config.metrics && config.metrics.port === undefined)
    registerMetrics(app, { metrics, token: config.metrics.token });
}

/** Returns the functions that observe requests: for metrics, traces, the log of slow operations, and tests. */
function observation(parts: AppParts): Pick<RequestServices, 'onBatch' | 'countsBatches' | 'observe'> {
  const { config, outbound, onBatch, metrics, tracing } = parts;
  const isTimed = config.slowOperationMs !== null;
  const outboundWith = (observe?: ObserveRequest) => outbound ?? createOutbound(config.outboundAllow, observe);
  return {
    ...(onBatch && { onBatch }),
    ...(metrics && { countsBatches: true }),
    ...((isTimed || tracing) && { observe: observeServices({ isTimed, outboundWith }) }),
  };
}

/** Logs when the database or the collector of traces cannot be reached, and when the database responds again. */
function logOutages(log: FastifyBaseLogger, { store, tracing }: Pick<AppParts, 'store' | 'tracing'>): void {
  store.watchOutages({
    lost: (err) => log.error({ err }, 'the database cannot be reached'),
    found: (durationMs) => log.warn({ durationMs: Math.round(durationMs) }, 'the database responds again'),
  });
  tracing?.onFailure((err) => log.warn({ err }, 'traces cannot be sent'));
}

/** Serves PDF files at signed URLs. */
function servePdfs(
  app: FastifyInstance,
  { secret, ...parts }: { store: Store; secret: string; base: string; threads: number },
): void {
  const pdfs = createPdfs({ ...parts, logger: app.log });
  app.addHook('onClose', pdfs.close);
  registerPdfs(app, { secret, open: pdfs.open });
}

/** Creates the quotas of callers. All instances on a Postgres database share them; a SQLite database has one server. */
function openQuotas(store: Store, secret: string, warn: (error: unknown) => void): Quotas {
  return createQuotas(store.provider === 'postgresql' ? storedLeases(store, secret) : null, warn);
}
