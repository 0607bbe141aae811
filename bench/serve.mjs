import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// A server under measurement, in a process of its own: `fork` starts it here, the child runs the last lines.

/** Starts `servers/<name>.mjs` with its options; answers its port, the CPU time it has used, and how to stop it. */
export async function startServer(name, options = {}) {
  const child = fork(fileURLToPath(import.meta.url), [name, JSON.stringify(options)], {
    stdio: ['ignore', 1, 2, 'ipc'],
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
  const { port, stop } = await start(JSON.parse(options));
  process.on('message', async (message) => {
    if (message === 'stop') await stop().then(() => process.exit(0));
    const { user, system } = process.cpuUsage();
    process.send((user + system) / 1e6);
  });
  process.send({ port });
}
