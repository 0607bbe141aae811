import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '../serve.mjs';
import { startAttacker } from './attacker.mjs';
import { createCaller } from './caller.mjs';
import { startInnocent } from './innocent.mjs';
import { seedTwoOrganizations } from './world.mjs';

/** How many milliseconds the reads of the innocent organization are measured without the attacker. */
const idleMs = 5_000;

/** Number of warm-up tasks. They are not counted, because the first tasks of a server are slower than later ones. */
const warmProbes = 2;

/**
 * Measures a row on an empty database. Returns:
 * - `alone`, `underAttack`: results of the innocent organization without and with the attacker. Each has `calls`,
 *   `delay` (longest stall of the event loop, in milliseconds) and `cpu` (CPU seconds of the server).
 * - `attack`: summary of the attacker's responses
 * - `one`: summary of a single task of the attacker
 * - `repeated`: summary of a second attack before the restart of the server
 */
export async function runRow(row, url) {
  const world = await seedTwoOrganizations(url);
  const start = () => startServer('docgraph', { url, jobs: row.jobs, outboundAllow: '127.0.0.1' });
  let server = await start();
  try {
    const data = await row.prepare({ ...createCallers(server, world), url });
    if (!row.restarts) return await measure(server, { row, data, world });
    const repeated = await attackTwice(server, { row, data, world });
    await server.stop();
    server = await start();
    return { ...(await measure(server, { row, data, world })), repeated };
  } finally {
    await server.stop();
  }
}

function createCallers({ port }, world) {
  const entries = Object.entries(world).map(([name, { organization, token }]) => [
    name,
    { organization, ...createCaller({ port, token }) },
  ]);
  return Object.fromEntries(entries);
}

/** Runs the attack twice and returns the summary of the second run, which finds everything in caches. */
async function attackTwice({ port }, { row: { name }, data, world }) {
  const attacker = await startAttacker({ row: name, port, token: world.attacker.token, data });
  try {
    await attacker.load('attack');
    await attacker.run();
    return await attacker.run();
  } finally {
    attacker.end();
  }
}

async function measure(server, { row, data, world }) {
  const options = { row: row.name, port: server.port, data };
  const attacker = await startAttacker({ ...options, token: world.attacker.token });
  const innocent = await startInnocent({ ...options, token: world.innocent.token });
  const rest = () => (row.task ? innocent.finished() : sleep(idleMs));
  const attack = () => (row.endsFirst ? Promise.race([attacker.run(), innocent.finished()]) : attacker.run());
  try {
    if (row.task) await measureDuring({ server, innocent, count: warmProbes }, rest);
    const alone = await measureDuring({ server, innocent, count: row.alone }, rest);
    if (row.one) await attacker.load('one');
    const one = row.one && (await attacker.run());
    await attacker.load('attack');
    const underAttack = await measureDuring({ server, innocent, count: row.count }, attack);
    return { alone, underAttack, attack: row.endsFirst ? undefined : underAttack.result, one };
  } finally {
    attacker.end();
    innocent.end();
  }
}

/**
 * Runs a function while the innocent organization does its work. Returns that organization's summary, the result, and
 * the server's delay and CPU time.
 */
async function measureDuring({ server, innocent, count }, work) {
  await server.longestDelay();
  const before = await server.cpuSeconds();
  await innocent.begin(count);
  const result = await work();
  const calls = await innocent.stop();
  return { calls, result, delay: await server.longestDelay(), cpu: (await server.cpuSeconds()) - before };
}
