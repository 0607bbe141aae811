import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';

// A process that runs translations: `node run-worker.mjs COMPILED URL MOMENT COUNT`. It kills itself at transaction
// number COUNT. MOMENT is `before` for a kill before the commit, when all is written. MOMENT is `after` for a kill
// after
// the commit, before the caller gets the result. The process requests one text at a time.

const [, , compiled, url, moment, count] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

await load('app/head-hooks');
const { openStore } = await load('platform/db/open');
const { translationJobs } = await load('modules/translations/job-kinds');
const { pseudoTranslator } = await load('modules/translations/pseudo-translator');
const { runDueJobs } = await load('platform/jobs/run-due-jobs');
const opened = await openStore({ url, patience: 10 });
const store = endingStore(opened, moment, count);

const translator = { ...pseudoTranslator, atOnce: { items: 1, bytes: 1 } };
await runDueJobs(store, translationJobs({ store, translator }));
await opened.close();
