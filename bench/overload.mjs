import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { startPostgres } from '../scripts/postgres.mjs';
import { percentile } from './load.mjs';
import { fillMix } from './mix/world.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** How many seconds the overload lasts. */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);

/** Offered requests, as a multiple of the capacity. */
const factor = 4;

/** Requests per second of an admin, and of a person who opens the sign-in page. */
const probesPerSecond = 5;

/** The server has recovered when it responds to a reader within this number of milliseconds again. */
const calm = 250;

const read = `query Read($id: ID!) { space(id: $id) { title changeRequests(first: 50) { nodes { id subject
  status createdAt updatedAt createdBy { displayName } } } } }`;

/**
 * Offers four times the requests that a server can serve, on each database. Prints how many requests it serves,
 * compared to its capacity. Prints the latency of served requests, of an admin and of the sign-in page, and the time
 * until the server has recovered.
 */
export default async function overload() {
  await withFolder(async (folder) => {
    const url = `file:${join(folder, 'overload.db')}`;
    await onDatabase('SQLite', { url, organizations: await fillMix(url) });
  });
  const postgres = await startPostgres();
  try {
    const url = await postgres.createDatabase('overload');
    await onDatabase('Postgres', { url, organizations: await fillMix(url) });
  } finally {
    await postgres.stop();
  }
}

async function onDatabase(name, { url, organizations }) {
  const server = await startServer('docgraph', { url });
  const origin = `http://127.0.0.1:${server.port}`;
  const caller = { origin, dispatcher: new Agent({ connections: 1_000, pipelining: 1 }) };
  // Probes have connections of their own. Otherwise they would wait in the client for the connections of readers.
  const prober = { origin, dispatcher: new Agent({ connections: 200, pipelining: 1 }) };
  const readers = organizations.flatMap(({ people, spaces }) =>
    people.filter(({ role }) => role !== 'admin').map(({ token }) => ({ token, space: spaces[0].id })),
  );
  const admin = { token: organizations[0].people[0].token, space: organizations[0].spaces[0].id };
  try {
    const capacity = await measureCapacity(caller, readers);
    const { ended, ...taken } = await offer({ caller, prober }, { readers, admin, rate: capacity * factor });
    const recovery = await recoveryTime(prober, readers[0]);
    await ended;
    report(name, { capacity, recovery, ...taken });
  } finally {
    await Promise.all([caller, prober].map(({ dispatcher }) => dispatcher.close()));
    await server.stop();
  }
}

/** Returns how many reads per second the server serves if 32 are sent in parallel. */
async function measureCapacity(caller, readers) {
  const end = performance.now() + 10_000;
  let served = 0;
  const inTurn = async (_value, lane) => {
    for (let number = lane; performance.now() < end; number += 32)
      if ((await readOnce(caller, readers[number % readers.length])) === 200) served++;
  };
  await Promise.all(Array.from({ length: 32 }, inTurn));
  return served / 10;
}

/**
 * Starts requests at a fixed rate, whether or not earlier ones have ended. Returns when the last one has begun, with
 * statuses and latencies, which are complete when `ended` is settled.
 */
async function offer({ caller, prober }, { readers, admin, rate }) {
  const [statuses, served, admins, signIns] = [new Map(), [], [], []];
  const timed = async (run, latencies) => {
    const start = performance.now();
    const status = await run().catch(() => 0);
    if (status === 200) latencies.push(performance.now() - start);
    return status;
  };
  const running = [];
  const failures = { admins: 0, signIns: 0 };
  const probe = async (kind, run, latencies) => {
    if ((await timed(run, latencies)) !== 200) failures[kind]++;
  };
  const start = performance.now();
  let [sent, probed] = [0, 0];
  for (let now = start; now < start + seconds * 1000; now = performance.now()) {
    for (; sent < ((now - start) / 1000) * rate; sent++) {
      const reader = readers[sent % readers.length];
      const count = (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
      running.push(timed(() => readOnce(caller, reader), served).then(count));
    }
    for (; probed < ((now - start) / 1000) * probesPerSecond; probed++) {
      running.push(probe('admins', () => readOnce(prober, admin), admins));
      running.push(probe('signIns', () => openPage(prober, '/login'), signIns));
    }
    await sleep(2);
  }
  return { statuses, served, admins, signIns, failures, ended: Promise.all(running) };
}

/** Returns the milliseconds until the start of the first ten consecutive reads that are served fast. */
async function recoveryTime(caller, reader) {
  const start = performance.now();
  for (let fast = 0, began = start; fast < 10; ) {
    const before = performance.now();
    const status = await readOnce(caller, reader).catch(() => 0);
    if (status === 200 && performance.now() - before < calm) fast++;
    else [fast, began] = [0, performance.now()];
    if (fast === 10) return began - start;
    await sleep(20);
  }
}

async function readOnce({ origin, dispatcher }, { token, space }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ query: read, variables: { id: space } });
  return statusOf(dispatcher, { origin, path: '/graphql', method: 'POST', headers, body });
}

function openPage({ origin, dispatcher }, path) {
  return statusOf(dispatcher, { origin, path, method: 'GET' });
}

async function statusOf(dispatcher, request) {
  const { statusCode, body } = await dispatcher.request(request);
  await body.dump();
  return statusCode;
}

function report(name, { capacity, statuses, served, admins, signIns, failures, recovery }) {
  const goodput = served.length / seconds;
  const p99 = (latencies) => `${percentile(latencies, 0.99).toFixed(0)} ms`;
  const counts = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`  ${name}: capacity ${capacity.toFixed(0)}/s, served ${goodput.toFixed(0)}/s (${counts})`);
  console.log(
    `  p99 of served ${p99(served)}, of an admin ${p99(admins)}, of sign-in ${p99(signIns)}; recovery ${recovery.toFixed(0)} ms`,
  );
  reportTarget('served at least 0.8 of the capacity', goodput >= 0.8 * capacity);
  reportTarget('each request of an admin and of sign-in is served', failures.admins + failures.signIns === 0);
  reportTarget('p99 of an admin below 1 s', percentile(admins, 0.99) < 1_000);
  reportTarget('recovery within 5 s', recovery < 5_000);
}
