import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

// A server under measurement, in a process of its own: `fork` starts it here, the child runs the last lines.

/**
 * Starts `servers/<name>.mjs` with its options; answers its port, the CPU time it has used, and how to stop it.
 * @param env what its environment has besides; with BENCH_NODE it runs on that program of Node
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
    /** Milliseconds that the event loop stood still at most, since it was asked last. */
    longestDelay() {
      child.send('delay');
      return answer();
    },
    /** What the server counts of its own work: the product says what `servers/docgraph.mjs` names, others nothing. */
    counts() {
      child.send('counts');
      return answer();
    },
    /** Megabytes that the process holds, its threads among them. */
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
  // Whoever measures it was ended: it would go on for nobody.
  process.on('disconnect', () => process.exit());
  process.send({ port });
}
