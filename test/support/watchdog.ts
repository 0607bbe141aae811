import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

// Ends a process of tests whose event loop stands still, and says in which test: no time limit of Vitest's gets a turn
// there. What hangs in a process that is only waiting is ended by those.

/** Seconds without a turn of the event loop after which a process is ended; `DOCGRAPH_WATCHDOG` sets others. */
const patience = Number(process.env.DOCGRAPH_WATCHDOG ?? 120);

/** What the threads share: how many beats there were, and what is running, in UTF-8 and filled up with zeros. */
interface Pulse {
  beats: Int32Array<SharedArrayBuffer>;
  running: Uint8Array<SharedArrayBuffer>;
}

// It looks four times before it ends a process: one that was stopped as a whole and goes on beats before the next look.
const watch = `const { workerData: { beats, running, patience } } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const nobody = new Int32Array(new SharedArrayBuffer(4));
for (let seen = -1, still = 0; still < 4; ) {
  Atomics.wait(nobody, 0, 0, patience * 250);
  still = beats[0] === seen ? still + 1 : 0;
  seen = beats[0];
}
const test = Buffer.from(running).toString().replace(/\\0+$/, '');
writeSync(2, '\\nThe event loop has stood still for ' + patience + ' s, the process is ended: ' + test + '\\n');
process.kill(process.pid, 'SIGKILL');`;

/** Starts the thread that watches this one. Neither it nor the timer keeps the process alive. */
function startWatchdog(): Pulse {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const running = new Uint8Array(new SharedArrayBuffer(1_000));
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  new Worker(watch, { eval: true, workerData: { beats, running, patience }, execArgv: [] }).unref();
  return { beats, running };
}

// Once in a process: files share theirs, and this module is loaded for each of them.
const shared = globalThis as { docgraphPulse?: Pulse };
shared.docgraphPulse ??= startWatchdog();
const { running } = shared.docgraphPulse;

function runs(what: string): void {
  new TextEncoder().encodeInto(what, running.fill(0));
}

runs(`what ${expect.getState().testPath} does before its first test`);
beforeEach(({ task }) => runs(`${task.file.name} > ${task.name}`));
