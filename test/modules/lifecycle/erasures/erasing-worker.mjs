import { pathToFileURL } from 'node:url';
import { endingStore } from '../../../support/ending-store.mjs';

// A process that erases people and runs the jobs of the erasures: `node erasing-worker.mjs COMPILED URL SECRET IDS
// MOMENT COUNT`, with the ids separated by commas. It kills itself at its transaction number COUNT. MOMENT is `before`
// for a kill before the commit, or `after` for a kill after it.

const [, , compiled, url, secret, ids, moment, count] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

const { openStore } = await load('platform/db/open');
const { operatorOf } = await load('modules/identity/tokens/bootstrap');
const { eraseUser } = await load('modules/lifecycle/erasures/erase-actions');
const { eraseUsersKind } = await load('modules/lifecycle/erasures/erase-job');
const { runDueJobs } = await load('platform/jobs/run-due-jobs');
const { createSealer } = await load('platform/secrets/sealed');

const opened = await openStore({ url, patience: 10 });
const viewer = await operatorOf(opened);
const store = endingStore(opened, moment, count);
const sealer = createSealer({ current: secret, previous: null });
for (const id of ids.split(',')) {
  await eraseUser({ store, viewer, sealer }, id);
  await runDueJobs(store, [eraseUsersKind({ store, sealer })]);
}
await opened.close();
