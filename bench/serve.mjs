import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

// Runs a server under measurement in a separate process. `fork` runs this file again; the child process runs its last
// block.

/**
 * Starts `servers/<name>.mjs` with its options. Returns its port, its measurements such as CPU time, and `stop`.
 * @param env further environment variables; BENCH_NODE is the path of the Node program that runs the server
 */
export async function startServer(name, options = {}, env = {}) {
  const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(options)], {
    stdio: ['ignore', 1, 2, 'ipc'],
    execPath: env.BENCH_NODE ?? process.execPath,
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const answer = async () => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(refuse)]);
    return message;
  };
  const { port } = await answer();
  return {
    port,
    cpuSeconds() {
      child.send('cpu');
      return answer();
    },
    /** Returns the longest delay of the event loop in milliseconds since the previous call. */
    longestDelay() {
      child.send('delay');
      return answer();
    },
    /**
     * Returns the counts that the server reports: for docgraph those of `servers/docgraph.mjs`, for other servers an
     * empty object.
     */
    counts() {
      child.send('counts');
      return answer();
    },
    /** Returns the resident memory of the process, including its threads, in megabytes. */
    megabytes: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024,
    async stop() {
      child.send('stop');
      await ended;
    },
  };
}

function refuse([code]) {
  throw new Error(`A server ended with ${code}`);
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , name, options] = process.argv;
  const { start } = await import(`./servers/${name}.mjs`);
  const { port, stop, counts = () => ({}) } = await start(JSON.parse(options));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const answers = {
    stop: () => stop().then(() => process.exit(0)),
    cpu() {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
    counts,
    delay() {
      const longest = delay.max / 1e6;
      delay.reset();
      return longest;
    },
  };
  process.on('message', async (message) => process.send(await answers[message]()));
  // Ends the server if the benchmark process is killed.
  process.on('disconnect', () => process.exit());
  process.send({ port });
}
