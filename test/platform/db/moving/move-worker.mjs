import { setImmediate as iteration } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

// A process that moves a database until it kills itself: `node move-worker.mjs COMPILED FROM TO REPORT ITERATIONS`. It
// ends some iterations of the event loop after the given report of progress, which may be within a part.

const [, , compiled, from, to, report, iterations] = process.argv;
const load = (path) => import(pathToFileURL(`${compiled}/${path}.js`).href);
const { moveDatabase } = await load('platform/db/moving/move-database');

let reports = 0;
async function endLater() {
  for (let count = 0; count < Number(iterations); count++) await iteration();
  process.kill(process.pid, 'SIGKILL');
}
await moveDatabase({ from, to, partBytes: 2_000, onProgress: () => ++reports === Number(report) && void endLater() });
