import { Worker } from 'node:worker_threads';
import { beforeEach, expect } from 'vitest';

// Ends a test process whose event loop is blocked, and prints the running test. Time limits of Vitest need the event
// loop, so they end only processes that wait.

/** Seconds after which a process with a blocked event loop is ended; `DOCGRAPH_WATCHDOG` overrides it. */
const patience = Number(process.env.DOCGRAPH_WATCHDOG ?? 120);

/** Memory that the threads share: the number of heartbeats, and the running test in UTF-8, padded with zeros. */
interface Pulse {
  beats: Int32Array<SharedArrayBuffer>;
  running: Uint8Array<SharedArrayBuffer>;
}

// The watchdog checks four times before it ends a process. A process that was paused as a whole sends a heartbeat again
// before the next check.
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

/** Starts the thread that watches this one. Neither the thread nor the timer prevents the process from exiting. */
function startWatchdog(): Pulse {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const running = new Uint8Array(new SharedArrayBuffer(1_000));
  setInterval(() => Atomics.add(beats, 0, 1), 1_000).unref();
  new Worker(watch, { eval: true, workerData: { beats, running, patience }, execArgv: [] }).unref();
  return { beats, running };
}

// Starts one watchdog for each process. Test files share the process, and each of them loads this module.
const shared = globalThis as { docgraphPulse?: Pulse };
shared.docgraphPulse ??= startWatchdog();
const { running } = shared.docgraphPulse;

function recordRunning(what: string): void {
  new TextEncoder().encodeInto(what, running.fill(0));
}

recordRunning(`what ${expect.getState().testPath} does before its first test`);
beforeEach(({ task }) => recordRunning(`${task.file.name} > ${task.name}`));
