import { pathToFileURL } from 'node:url';
import { endingStore } from '../../support/ending-store.mjs';
import { loadWrites } from './writes.mjs';

// A process of its own that does one of the writes, round after round, until it kills itself:
// `node worker.mjs COMPILED URL WRITE SCENE MOMENT COUNT [KEY]`, where the scene is JSON; with a key its one request has that. It ends with its transaction number
// COUNT: `before` its commit, when all is written, or `behind` it, when nobody knows yet. It prints a line for each
// round that is done.

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
