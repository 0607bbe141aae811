import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';
import { loadWrites } from './writes.mjs';

// A process that repeats one of the writes in rounds until it kills itself: `node worker.mjs COMPILED URL WRITE SCENE
// MOMENT COUNT [KEY]`, with the scene as JSON. With KEY, its only request has this idempotency key. The process ends at
// transaction number COUNT. MOMENT is `before` for an end before the commit, when all rows are written.
// It is `after` for an end after the commit, before the caller gets the result. The process prints a line for each
// completed round.

const [, , compiled, url, write, scene, moment, count, key] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);

await load('app/head-hooks');
const { openStore } = await load('platform/db/open');
const { operatorOf } = await load('modules/identity/tokens/bootstrap');
const opened = await openStore({ url, patience: 10 });
const viewer = await operatorOf(opened);
const store = endingStore(opened, moment, count);

const { run } = (await loadWrites(load))[write];
const requestKey = key === undefined ? null : { hash: key, requestHash: () => 'the same', replay: () => {} };
for (let round = 1; ; round += 1) {
  await run({ store, viewer, requestKey }, JSON.parse(scene), round);
  process.stdout.write(`done ${round}\n`);
}
