import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

// An innocent client in a process of its own: it asks who it is, or for another path, every 20 ms, whether or not the last answer has come.

const interval = 20;

/** Starts the client; `stop` ends it and answers the percentiles in ms of what its calls took. */
export async function startProbe(options) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)]);
  await once(child, 'message');
  return {
    async stop() {
      child.send('stop');
      const [calls] = await once(child, 'message');
      return calls;
    },
  };
}

async function ask({ port, token, path = '/v1/user' }) {
  const start = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) throw new Error(`The innocent call was answered ${answer.status}`);
  await answer.arrayBuffer();
  return performance.now() - start;
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = JSON.parse(process.argv[2]);
  for (let warm = 0; warm < 20; warm++) await ask(options);
  const calls = [];
  const timer = setInterval(() => calls.push(ask(options)), interval);
  process.once('message', async () => {
    clearInterval(timer);
    const took = (await Promise.all(calls)).sort((one, other) => one - other);
    const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
    process.send({ count: took.length, p50: at(0.5), p99: at(0.99), longest: took.at(-1) }, () => process.exit(0));
  });
  process.send('ready');
}
