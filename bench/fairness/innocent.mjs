import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProbe } from '../probe.mjs';
import { summarizeAnswers } from '../summary.mjs';
import { createCaller } from './caller.mjs';
import { serveParent, startChild } from './child.mjs';
import { findRow } from './rows.mjs';

// Runs the organization whose waiting time is measured, in a separate process with normal priority.

const program = fileURLToPath(import.meta.url);

/** Milliseconds between the end of one task and the start of the next. */
const pauseMs = 20;

/**
 * Starts the process. `begin(count)` starts its requests: every 20 ms for a row with `probe`, or at most `count`
 * successive tasks for a row with `task`. `finished()` resolves after the last task. `stop()` returns the summary.
 * @param options `row` (its name), `port`, `token`, and `data` of the row
 */
export async function startInnocent({ row: name, ...options }) {
  const row = findRow(name);
  if (row.probe) return createProbe({ ...options, path: row.probe(options.data) });
  const child = await startChild(program, { row: name, ...options });
  return {
    begin: (count) => child.call('begin', count),
    finished: () => child.call('finished'),
    stop: () => child.call('stop'),
    end: child.end,
  };
}

/**
 * Creates the client for a row with `probe`. It has no `finished`, because it sends requests until `stop` is called.
 */
function createProbe({ port, token, path }) {
  let probe;
  return {
    async begin() {
      probe = await startProbe({ port, token, path });
    },
    stop: () => probe.stop(),
    end() {},
  };
}

if (process.send && process.argv[1] === program) {
  const { row: name, data, ...options } = JSON.parse(process.argv[2]);
  const { task } = findRow(name);
  const caller = createCaller(options);
  let [number, isStopped, running] = [0, false, undefined];
  const work = async (count) => {
    const answers = [];
    while (!isStopped && answers.length < count) {
      answers.push(await task({ ...caller, data, number: number++ }));
      await sleep(pauseMs);
    }
    return summarizeAnswers(answers);
  };
  serveParent({
    begin(count) {
      isStopped = false;
      running = work(count);
    },
    finished: () => running,
    stop() {
      isStopped = true;
      return running;
    },
  });
}
