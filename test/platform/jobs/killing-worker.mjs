import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';

// A process that runs the jobs of one kind: `node killing-worker.mjs COMPILED URL SECRET KIND MOMENT COUNT`. It kills
// itself at its transaction number COUNT. MOMENT is `before` for a kill before the commit, or `after` for a kill after
// it, before the caller gets the result.

const [, , compiled, url, secret, kind, moment, count] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

await load('app/head-hooks');
await load('modules/specifications/find-content');
const { openStore } = await load('platform/db/open');
const { jobKinds } = await load('app/job-kinds');
const { createOutbound } = await load('platform/outbound/outbound');
const { createSealer } = await load('platform/secrets/sealed');
const { runDueJobs } = await load('platform/jobs/run-due-jobs');
const opened = await openStore({ url, patience: 10 });
const store = endingStore(opened, moment, count);

const links = { sealer: createSealer({ current: secret, previous: null }), secret, base: 'https://docs.test' };
const kinds = jobKinds({ store, outbound: createOutbound([]), links });
await runDueJobs(
  store,
  kinds.filter(({ name }) => name === kind),
);
await opened.close();
