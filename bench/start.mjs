import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runMeasured } from './command.mjs';
import { spread } from './compare.mjs';
import { dist } from './dist.mjs';
import { range, reportTarget } from './report.mjs';
import { seed, withFolder } from './world.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const rounds = 5;

/** How long people wait: a second `npm start` until it is ready, and each command, beside an empty Node program. */
export default function starting() {
  return withFolder(async (folder) => {
    const path = join(folder, 'bench.db');
    const { organization } = await seed(`file:${path}`);
    const env = { DATABASE_URL: `file:${path}`, BOOTSTRAP_TOKEN: 'benchmark-token-0123', LOG_LEVEL: 'warn' };
    const ready = [];
    for (let round = 0; round <= rounds; round++) ready.push(await secondsUntilReady(env));
    const later = spread(ready.slice(1));
    console.log(`  npm start until /readyz answers 200: ${range(later)} s`);
    reportTarget('a second start ready in less than 3 s', later.highest < 3);
    await reportCommands(organization, env);
  });
}

async function secondsUntilReady(env) {
  const port = await freePort();
  const start = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: 'ignore',
    // A group of its own: npm does not hand the signal on to what it started.
    detached: true,
  });
  const ended = once(child, 'exit');
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
      await sleep(10);
    }
    return (performance.now() - start) / 1000;
  } finally {
    if (child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

async function isReady(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

async function reportCommands(organization, env) {
  const empty = fileURLToPath(new URL('nothing.mjs', import.meta.url));
  const commands = [
    ['--help'],
    ['migrate', '--check'],
    ['schema'],
    ['token', 'create', '--user', 'admin@localhost'],
    ['import', join(root, 'docs'), '--org', organization],
  ];
  for (const args of commands) {
    const runs = [];
    for (let round = 0; round < rounds; round++) {
      const ours = await runMeasured(join(dist, 'main.js'), { args, env });
      runs.push({ ours, bare: await runMeasured(empty) });
    }
    const of = (measure) => range(spread(runs.map(measure)));
    const memory = range(spread(runs.map(({ ours }) => ours.peakMemory)), 0);
    const name = args
      .slice(0, 2)
      .filter((word) => !word.includes('/'))
      .join(' ');
    console.log(
      `  docgraph ${name}: ${of(({ ours }) => ours.seconds)} s, ${of(({ ours, bare }) => ours.seconds / bare.seconds)} of an empty program, ${memory} MB`,
    );
  }
}
