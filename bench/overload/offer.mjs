import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '../load.mjs';
import { openConnection } from './connection.mjs';

// A client in a separate process, so that it does not wait for the benchmark, and the probes do not wait for it.

/** Milliseconds between two checks of the number of due requests. */
const tickMs = 2;

/**
 * Sends the given requests in turn for some seconds, each on a free connection.
 * - With `rate`, that many requests are due each second. A due request without a free connection is dropped, as a
 *   client outside has no connection then. It never waits in this process.
 * - Without `rate`, the next request of a connection is due when the last one has ended.
 * Returns `sent` and `dropped` (numbers of requests), `statuses` (responses by status; 0: connection closed), and `p99`
 * (of responses with 200, in ms). `delay` is the time by which the timers of this process were late, in ms.
 * @param options `port`, `requests` (texts of HTTP), `connections`, `seconds`, and perhaps `rate`
 */
export async function offer(options) {
  const child = fork(fileURLToPath(import.meta.url));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The client ended with ${code}`);
  });
  ended.catch(() => {});
  child.send(options);
  const [result] = await Promise.race([once(child, 'message'), ended]);
  return result;
}

async function run({ port, requests, connections, rate, seconds }) {
  const texts = requests.map((text) => Buffer.from(text));
  const lanes = openConnections({ port, connections, texts, repeats: rate === undefined });
  await lanes.opened;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const start = performance.now();
  let dropped = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - start) {
    const due = rate === undefined ? connections : Math.floor((passed / 1000) * rate) - lanes.sent() - dropped;
    const begun = lanes.begin(due);
    if (rate !== undefined) dropped += due - begun;
    await sleep(tickMs);
  }
  const { statuses, served } = lanes.close();
  const p99 = served.length === 0 ? Number.NaN : percentile(served, 0.99);
  return {
    sent: lanes.sent(),
    dropped,
    statuses,
    p99,
    delay: { p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 },
  };
}

function openConnections({ port, connections, texts, repeats }) {
  const [statuses, served, free] = [{}, [], []];
  let sent = 0;
  const begin = (lane) => {
    lane.began = performance.now();
    lane.connection.send(texts[sent++ % texts.length]);
  };
  const lanes = Array.from({ length: connections }, () => {
    const lane = { began: 0 };
    lane.connection = openConnection(port, (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 200) served.push(performance.now() - lane.began);
      if (repeats) begin(lane);
      else free.push(lane);
    });
    return lane;
  });
  free.push(...lanes);
  return {
    opened: Promise.all(lanes.map(({ connection }) => connection.opened)),
    sent: () => sent,
    /** Sends up to `count` requests on free connections. Returns how many it has sent. */
    begin(count) {
      const begun = Math.min(count, free.length);
      for (let left = begun; left > 0; left--) begin(free.pop());
      return begun;
    },
    close() {
      for (const { connection } of lanes) connection.close();
      return { statuses, served };
    },
  };
}

if (process.send && process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('disconnect', () => process.exit());
  process.once('message', async (options) => {
    const result = await run(options);
    process.send(result, () => process.exit(0));
  });
}
