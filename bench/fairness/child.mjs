import { fork } from 'node:child_process';
import { once } from 'node:events';

// Sends requests of the benchmark to a child process. A number assigns each result to its request.

/**
 * Starts a program in a child process.
 * @param program path of a program that calls `serveParent`
 * @param options its options, as JSON
 */
export async function startChild(program, options) {
  const child = fork(program, [JSON.stringify(options)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}`);
  });
  // Without a handler, the rejection would end the benchmark. The next request reports that the child has ended.
  ended.catch(() => {});
  const waiting = new Map();
  let count = 0;
  child.on('message', ({ number, result }) => waiting.get(number)?.(result));
  await Promise.race([new Promise((resolve) => waiting.set(0, resolve)), ended]);
  return {
    /** Calls a function of the program and returns its result. @throws if the process ends before it responds */
    call(name, argument) {
      const number = ++count;
      const answered = new Promise((resolve) => waiting.set(number, resolve));
      child.send({ number, name, argument });
      return Promise.race([answered, ended]);
    },
    /** Ends the process, including its requests in flight. */
    end() {
      child.kill('SIGKILL');
    },
  };
}

/** Runs the named functions when the parent process requests them. A function that throws ends the process. */
export function serveParent(functions) {
  const answer = async ({ number, name, argument }) =>
    process.send({ number, result: await functions[name](argument) });
  process.on('message', (message) => {
    answer(message).catch((error) => {
      console.error(error);
      process.exit(1);
    });
  });
  process.on('disconnect', () => process.exit());
  process.send({ number: 0 });
}
