import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleForDevelopment } from './bundle.mjs';
import { generateStore } from './generate-store.mjs';

// `npm run dev` starts the server and restarts it after each save of a source or a model. The next server process
// already waits with all packages loaded, so it only has to load our code.

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}dist-dev`;
const server = fileURLToPath(new URL('dev-server.mjs', import.meta.url));

rmSync(folder, { recursive: true, force: true });
let isSaved = false;
let isBusy = true;
let current;
let next;
watchSources();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(signal));
let packages = await build();
if (!packages) process.exit(1);
next = spawnServer();
await startNext();
await restart();

function watchSources() {
  for (const source of ['src', 'prisma/schema'])
    watch(`${root}${source}`, { recursive: true }, (_event, name) => {
      if (name?.includes('generated')) return;
      isSaved = true;
      if (!isBusy) restart();
    });
}

/**
 * Builds the program and replaces the server after a save. Builds again if there were saves during the build. If a
 * build fails, the old server keeps running.
 */
async function restart() {
  isBusy = true;
  while (isSaved) {
    isSaved = false;
    const saved = performance.now();
    const built = await build();
    if (!built) continue;
    packages = built;
    await stop(current);
    await startNext();
    console.error(`docgraph: restarted in ${Math.round(performance.now() - saved)} ms`);
  }
  isBusy = false;
}

/**
 * Starts the waiting process. Spawns the next one only after the first is ready, because two starting processes slow
 * each other down.
 */
async function startNext() {
  current = next;
  current.send('start');
  await Promise.race([once(current, 'message'), once(current, 'exit')]);
  next = spawnServer();
}

/** Returns the packages that the code imports; undefined if the build fails. */
async function build() {
  try {
    generateStore();
    return await bundleForDevelopment(folder);
  } catch (error) {
    console.error(`docgraph: ${error.message}`);
    return undefined;
  }
}

function spawnServer() {
  const env = { ...process.env, DEV_PACKAGES: packages.join(' '), DOCGRAPH_THREADS: folder };
  return fork(server, ['start'], { env });
}

async function stop(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

async function end(signal) {
  next?.kill('SIGKILL');
  await stop(current);
  process.kill(process.pid, signal);
}
