import { setTimeout as sleep } from 'node:timers/promises';
import { openApp } from './docgraph.mjs';

/**
 * An instance of docgraph that does not listen for requests. It changes the title of a space every 50 ms, so the caches
 * of other instances become stale. `counts` returns the number of writes.
 */
export async function start({ url, space, token }) {
  const { app, close } = await openApp({ url });
  let [writes, isStopped] = [0, false];
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const written = (async () => {
    for (let due = performance.now() + interval; !isStopped; due += interval) {
      const payload = JSON.stringify({ title: `Title ${++writes}` });
      const { statusCode, body } = await app.inject({ method: 'PATCH', url: `/v1/spaces/${space}`, headers, payload });
      if (statusCode !== 200) throw new Error(`A write was answered ${statusCode}: ${body}`);
      await sleep(Math.max(0, due - performance.now()));
    }
  })();
  return {
    port: 0,
    counts: () => ({ writes }),
    async stop() {
      isStopped = true;
      await written;
      await app.close();
      await close();
    },
  };
}

const interval = 50;
