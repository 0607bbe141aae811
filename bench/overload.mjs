import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../scripts/postgres.mjs';
import { fillMix } from './mix/world.mjs';
import { offer } from './overload/offer.mjs';
import { startProbe } from './probe.mjs';
import { reportTarget } from './report.mjs';
import { startServer } from './serve.mjs';
import { withFolder } from './world.mjs';

/** How many seconds the overload lasts. */
const seconds = Number(process.env.BENCH_SECONDS ?? 60);

/** Offered requests, as a multiple of the capacity. */
const factor = 4;

/** Number of connections of the clients that overload the server. */
const connections = 1_000;

/** Milliseconds between two requests of an admin, and of a person who opens the sign-in page. */
const pauseMs = 200;

/** The server has recovered when it responds to a reader within this number of milliseconds again. */
const calm = 250;

const query = `query Read($id: ID!) { space(id: $id) { title changeRequests(first: 50) { nodes { id subject
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
  const { port } = server;
  const readers = organizations.flatMap(({ people, spaces }) =>
    people.filter(({ role }) => role !== 'admin').map(({ token }) => ({ token, space: spaces[0].id })),
  );
  const requests = readers.map(requestText);
  const [{ people, spaces }] = organizations;
  try {
    const { statuses } = await offer({ port, requests, connections: 32, seconds: 10 });
    const capacity = statuses[200] / 10;
    const probes = await Promise.all([
      startProbe({ port, pauseMs, token: people[0].token, path: `/v1/spaces/${spaces[0].id}` }),
      startProbe({ port, pauseMs, path: '/login' }),
    ]);
    const taken = await offer({ port, requests, connections, seconds, rate: capacity * factor });
    const recovery = await recoveryTime(port, readers[0]);
    const [admin, signIn] = await Promise.all(probes.map((probe) => probe.stop()));
    report(name, { capacity, recovery, admin, signIn, ...taken });
  } finally {
    await server.stop();
  }
}

/** Returns the text of a reader's request. */
function requestText({ token, space }) {
  const body = JSON.stringify({ query, variables: { id: space } });
  const head = ['POST /graphql HTTP/1.1', 'Host: 127.0.0.1', `Authorization: Bearer ${token}`];
  const ofBody = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return `${[...head, ...ofBody].join('\r\n')}\r\n\r\n${body}`;
}

/** Returns the milliseconds until the start of the first ten consecutive reads that are served fast. */
async function recoveryTime(port, { token, space }) {
  const start = performance.now();
  for (let fast = 0, began = start; fast < 10; ) {
    const before = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/spaces/${space}`, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200 && performance.now() - before < calm) fast++;
    else [fast, began] = [0, performance.now()];
    if (fast === 10) return began - start;
    await sleep(20);
  }
}

function report(name, { capacity, sent, dropped, statuses, p99, delay, admin, signIn, recovery }) {
  const perSecond = (count) => `${(count / seconds).toFixed(0)}/s`;
  const { 200: served = 0, 503: refused = 0, ...others } = statuses;
  const failed = Object.entries(others).map(([status, count]) => `${count} × ${status}`);
  const multiple = (sent / seconds / capacity).toFixed(1);
  console.log(
    `  ${name}: capacity ${capacity.toFixed(0)}/s; due ${perSecond(sent + dropped)}, dropped without a free connection ${perSecond(dropped)}, offered ${perSecond(sent)} (${multiple} times the capacity)`,
  );
  console.log(
    `  served ${perSecond(served)} (${(served / seconds / capacity).toFixed(2)} of the capacity), refused ${perSecond(refused)}${failed.length > 0 ? `, other statuses: ${failed.join(', ')}` : ''}`,
  );
  console.log(
    `  p99 of served ${p99.toFixed(0)} ms, of an admin ${admin.p99.toFixed(0)} ms, of sign-in ${signIn.p99.toFixed(0)} ms; recovery ${recovery.toFixed(0)} ms; the timers of the client were late by ${delay.p99.toFixed(1)} ms (p99), ${delay.max.toFixed(0)} ms (maximum)`,
  );
  const isServed = [admin, signIn].every(({ count, refused }) => count > 0 && Object.keys(refused).length === 0);
  reportTarget('served at least 0.8 of the capacity', served / seconds >= 0.8 * capacity);
  reportTarget('each request of an admin and of sign-in is served', isServed);
  reportTarget('p99 of an admin and of sign-in below 1 s', Math.max(admin.p99, signIn.p99) < 1_000);
  reportTarget('recovery within 5 s', recovery < 5_000);
}
