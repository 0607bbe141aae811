import { Pool } from 'undici';
import { percentile } from '../load.mjs';
import { reportRow, titleWithDatabase } from './report-row.mjs';
import { bothReleases, measure, withServers } from './sessions.mjs';

/**
 * Measures write cycles: create a change request, edit a page in it, and merge it. Runs one cycle at a time, and
 * `atOnce` cycles in parallel, each in another space.
 */
export const writes = {
  name: 'write',
  title: 'create + edit + merge',
  on: ['postgresql', 'sqlite'],
  atOnce: 8,
  releaseAim: 5,
  aim: { postgresql: 3 },
};

/**
 * Measures the write cycles on a database. Compares single cycles with the previous release, and parallel cycles with
 * single ones. Returns both rows.
 */
export async function runWrites(kind, bench) {
  const { world, copies } = await bench.databases(kind);
  const urls = await copies();
  return withServers(bothReleases({ urls, bench }, { world }), async (sides) => {
    const alone = withWriteLoad(sides, 1);
    const row = reportRow(alone, await measure(alone), {
      title: titleWithDatabase(`${writes.title}, one after the other`, kind),
      releaseAim: writes.releaseAim,
      unit: 'rounds',
    });
    const peer = { against: 'itself one after the other', isItself: true };
    const atOnce = { ...withWriteLoad(sides, writes.atOnce), peer: alone.ours };
    const title = titleWithDatabase(`the same by ${writes.atOnce} at once on ${writes.atOnce} spaces`, kind);
    const judged = { aim: writes.aim[kind], byRate: true };
    return [row, reportRow(atOnce, await measure(atOnce), { title, peer, ...judged, unit: 'rounds' })];
  });
}

/**
 * A cycle runs most of its code only once, so V8 compiles the code only after about a thousand cycles. A real server
 * runs for days.
 */
const warmLimits = { seconds: 40 };

function withWriteLoad(sides, lanes) {
  const load = (side, limits) => writeRounds(side, { ...limits, lanes });
  return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, { ...side, load, warm: warmLimits }]));
}

/**
 * Runs write cycles in parallel for some seconds. Each parallel sequence has its own space and runs one cycle after the
 * other.
 */
async function writeRounds({ port, world }, { seconds, lanes, atMost = 1_000_000 }) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: lanes });
  try {
    const start = performance.now();
    const taken = [];
    const writeInTurn = async (place) => {
      for (let now = performance.now(); now < start + seconds * 1000 && taken.length < atMost; ) {
        await writeOnce(pool, world.token, place);
        const before = now;
        now = performance.now();
        taken.push(now - before);
      }
    };
    await Promise.all(world.written.slice(0, lanes).map(writeInTurn));
    return { rate: (taken.length / (performance.now() - start)) * 1000, p99: percentile(taken, 0.99) };
  } finally {
    await pool.close();
  }
}

/** Number that is part of each text, so that every edit changes the page. */
let count = 0;

async function writeOnce(pool, token, { space, pages }) {
  const post = (path, body) => postTo(pool, { path: `/v1/spaces/${space}/change-requests${path}`, token, body });
  const { id } = await post('', { subject: 'A better text' });
  const document = { markdown: `# A page\n\nText ${++count}, see [another page](page-1.md).\n` };
  await post(`/${id}/content`, {
    changes: [{ operation: 'update_page', page: pages[count % pages.length], document }],
  });
  const { result } = await post(`/${id}/merge`, {});
  if (result !== 'merge') throw new Error(`A merge came to ${result}`);
}

async function postTo(pool, { path, token, body }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`POST ${path} answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
}
