import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { summarizeAnswers } from '../summary.mjs';
import { createCaller } from './caller.mjs';
import { serveParent, startChild } from './child.mjs';
import { findRow } from './rows.mjs';

// Runs the organization that causes the load, in a separate process with a lower priority than the server.

const program = fileURLToPath(import.meta.url);

/**
 * Nice value of the process. On a busy machine, it gets about a tenth of the CPU time of a process with the default
 * value 0.
 */
const nice = 10;

/**
 * Starts the process. `load(name)` creates the input of the row's function `attack` or `one`. `run()` sends it, and
 * returns its duration in seconds with a summary of the responses. `end()` stops the process and its requests.
 * @param options `row` (its name), `port`, `token`, and `data` of the row
 */
export async function startAttacker(options) {
  const child = await startChild(program, options);
  return {
    load: (name) => child.call('load', name),
    run: () => child.call('run'),
    end: child.end,
  };
}

if (process.send && process.argv[1] === program) {
  setPriority(nice);
  const { row: name, data, ...options } = JSON.parse(process.argv[2]);
  const row = findRow(name);
  let send;
  serveParent({
    async load(what) {
      send = await row[what]({ ...createCaller(options), data });
    },
    async run() {
      const start = performance.now();
      const answers = await send();
      return { seconds: (performance.now() - start) / 1000, ...summarizeAnswers(answers) };
    },
  });
}
