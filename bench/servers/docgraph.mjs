import { load } from '../dist.mjs';
import { publicUrl, secrets } from '../world.mjs';
import { listen } from './listen.mjs';

/**
 * The product as `docgraph start` makes it, without a limit of rate, and without jobs unless they are asked for.
 * @param options `outboundAllow` is the value of OUTBOUND_ALLOW
 */
export async function start({ url, costLimit, jobs = false, outboundAllow }) {
  const { createApp } = await load('app.js');
  const { readConfig } = await load('config.js');
  const { openStore } = await load('store/open.js');
  // The release before has no such module.
  await load('cli/engine.js').then(
    ({ tuneEngine }) => tuneEngine(),
    () => {},
  );
  const store = await openStore({ url, refusesNesting: false });
  const config = readConfig({
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    COST_LIMIT: costLimit && String(costLimit),
    OUTBOUND_ALLOW: outboundAllow,
  });
  const app = await createApp({ config, store, secrets, publicUrl });
  if (!jobs) return listen(app, store.close);
  const working = await startWork(store, config.outboundAllow);
  return listen(app, async () => {
    await working.close();
    await store.close();
  });
}

async function startWork(store, trustedHosts) {
  const { jobKinds } = await load('api/job-kinds.js');
  const { startJobs } = await load('jobs/start-jobs.js');
  const { createOutbound } = await load('outbound/outbound.js');
  return startJobs(store, jobKinds({ store, outbound: createOutbound(trustedHosts) }));
}
