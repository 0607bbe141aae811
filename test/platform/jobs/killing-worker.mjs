import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';

// A process of its own that works on the jobs of one kind: `node killing-worker.mjs COMPILED URL KIND MOMENT COUNT`. It kills itself with
// its transaction number COUNT: `before` its commit, when all is written, or `behind` it, when nobody knows yet.

const [, , compiled, url, kind, moment, count] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

await load('app/head-hooks');
await load('modules/specifications/find-content');
const { openStore } = await load('platform/db/open');
const { jobKinds } = await load('app/job-kinds');
const { createOutbound } = await load('platform/outbound/outbound');
const { workOff } = await load('platform/jobs/work-off');
const opened = await openStore({ url, patience: 10 });
const store = endingStore(opened, moment, count);

const kinds = jobKinds({ store, outbound: createOutbound([]) });
await workOff(
  store,
  kinds.filter(({ name }) => name === kind),
);
await opened.close();
