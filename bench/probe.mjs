import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { summarizeAnswers } from './summary.mjs';

// A client in a separate process. It reads the current user, or another path, every 20 ms or at another interval,
// whether or not the last response has arrived.

/** Maximum number of requests of one probe, enough for ten minutes. */
const maxCalls = 30_000;

/** Status codes of refused requests. Refused requests are counted and do not end the run. */
const refusals = [429, 503, 504];

/**
 * Starts the client. `stop` ends it and returns the summary of its requests that `summarizeAnswers` creates. The reason
 * of a refusal is its status code.
 */
export async function startProbe(options) {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The probe ended with ${code}`);
  });
  ended.catch(() => {});
  await Promise.race([once(child, 'message'), ended]);
  return {
    async stop() {
      child.send('stop');
      const [calls] = await Promise.race([once(child, 'message'), ended]);
      return calls;
    },
  };
}

/**
 * Sends a request. Returns its duration, and the status if the request was refused.
 * @throws if the request is neither served nor refused
 */
async function ask({ port, token, path = '/v1/user' }) {
  const start = performance.now();
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  await answer.arrayBuffer();
  const { status } = answer;
  if (status !== 200 && !refusals.includes(status)) throw new Error(`The innocent call was answered ${status}`);
  return { milliseconds: performance.now() - start, refusal: status === 200 ? undefined : String(status) };
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = JSON.parse(process.argv[2]);
  for (let warm = 0; warm < 20; warm++) await ask(options);
  const calls = [];
  const timer = setInterval(() => {
    if (calls.length < maxCalls) calls.push(ask(options));
  }, options.pauseMs ?? 20);
  process.once('message', async () => {
    clearInterval(timer);
    process.send(summarizeAnswers(await Promise.all(calls)), () => process.exit(0));
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
}
