import { channel } from 'node:diagnostics_channel';
import { load } from '../dist.mjs';
import { publicUrl, secrets } from '../world.mjs';
import { listen } from './listen.mjs';

/**
 * Starts the server as `docgraph start` does, without a rate limit. Jobs run only with the option `jobs`.
 * @param options those of `openApp`
 * @returns `port`, `stop`, and `counts`; with `counted`, the number of read batches and of statements in transactions
 */
export async function start(options) {
  const { app, close, batches } = await openApp(options);
  let statements = 0;
  if (options.counted) channel('docgraph:statements').subscribe(() => statements++);
  const counts = () => ({ batches: batches(), statements });
  return { ...(await listen(app, close)), counts };
}

/**
 * Creates the application on a database.
 * @param options `outboundAllow` is the value of OUTBOUND_ALLOW; `counted` counts batches of reads; `env` has further
 * variables, such as those that turn metrics or traces on
 */
export async function openApp({ url, costLimit, jobs = false, outboundAllow, counted = false, env = {} }) {
  const { createApp } = await load('app/app.js');
  const { readConfig } = await load('platform/config/config.js');
  const { openStore } = await load('platform/db/open.js');
  // The previous release does not have this module.
  await load('cli/process/engine.js').then(
    ({ limitHeapGrowth }) => limitHeapGrowth?.(),
    () => {},
  );
  const store = await openStore({ url, refusesNesting: false });
  const config = readConfig({
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    COST_LIMIT: costLimit && String(costLimit),
    OUTBOUND_ALLOW: outboundAllow,
    ...env,
  });
  let batches = 0;
  const onBatch = counted ? { onBatch: () => batches++ } : {};
  // The SDK of traces is loaded only if it is measured.
  const tracing = config.tracing && (await load('platform/tracing/open-tracing.js')).openTracing(config.tracing);
  const metrics = config.metrics ? await openMetrics(store) : undefined;
  const app = await createApp({ config, store, secrets, publicUrl, metrics, ...onBatch, ...(tracing && { tracing }) });
  const working = jobs ? await startWork(store, config.outboundAllow) : undefined;
  const close = async () => {
    await working?.close();
    await tracing?.close();
    await store.close();
  };
  return { app, close, batches: () => batches };
}

async function openMetrics(store) {
  const { createMetrics } = await load('platform/metrics/metrics.js');
  const { readServerState } = await load('app/server-metrics.js');
  const metrics = createMetrics();
  readServerState(metrics, { store, kinds: new Set() });
  return metrics;
}

async function startWork(store, trustedHosts) {
  const { jobKinds } = await load('app/job-kinds.js');
  const { startJobs } = await load('platform/jobs/start-jobs.js');
  const { createOutbound } = await load('platform/outbound/outbound.js');
  return startJobs(store, jobKinds({ store, outbound: createOutbound(trustedHosts) }));
}
