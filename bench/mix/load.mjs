import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { percentile } from '../load.mjs';
import { seededRandom } from '../seeded-random.mjs';
import { createDraw } from './draw.mjs';

/** Number of parallel operations, enough to saturate the server. */
const lanes = 24;

/**
 * Runs operations for some seconds, 24 at a time. When an operation ends, the next one starts. Returns operations per
 * second, and their p99 in ms.
 */
export async function saturate({ port, organizations, seed }, { seconds, atMost = Number.POSITIVE_INFINITY }) {
  const draw = createDraw(organizations, seed());
  return withCaller(port, async (call) => {
    const start = performance.now();
    const taken = [];
    const inTurn = async () => {
      for (let now = start; now < start + seconds * 1000 && taken.length < atMost; ) {
        await call(draw());
        const before = now;
        now = performance.now();
        taken.push(now - before);
      }
    };
    await Promise.all(Array.from({ length: lanes }, inTurn));
    return { rate: (taken.length / (performance.now() - start)) * 1000, p99: percentile(taken, 0.99) };
  });
}

/**
 * Starts operations at random times at a given average rate, whether or not earlier ones have ended. Returns the
 * milliseconds from each planned start to the end, grouped by operation name.
 */
export async function openLoop({ port, organizations, seed }, { rate, seconds }) {
  const draw = createDraw(organizations, seed());
  const roll = seededRandom(seed());
  return withCaller(port, async (call) => {
    const taken = new Map();
    const underWay = [];
    const start = performance.now();
    for (let due = start; due < start + seconds * 1000; due += (-Math.log(1 - roll()) * 1000) / rate) {
      if (due > performance.now()) await sleep(due - performance.now());
      const operation = draw();
      const note = () => taken.set(operation.name, [...(taken.get(operation.name) ?? []), performance.now() - due]);
      underWay.push(call(operation).then(note));
    }
    await Promise.all(underWay);
    return taken;
  });
}

/** Runs a function with a client of a server that has up to 256 keep-alive connections. */
async function withCaller(port, run) {
  const dispatcher = new Agent({ connections: 256, pipelining: 1 });
  const origin = `http://127.0.0.1:${port}`;
  try {
    return await run(({ run: does, token, at }) => does({ at, ...callerOf({ dispatcher, origin, token }) }));
  } finally {
    await dispatcher.close();
  }
}

function callerOf({ dispatcher, origin, token }) {
  const authorization = `Bearer ${token}`;
  const known = { authorization, 'content-type': 'application/json' };
  return {
    /**
     * Sends a request.
     * @returns the parsed body
     * @throws if the request fails; a conflict is not a failure
     */
    async ask(method, path, body) {
      const headers = body ? known : { authorization };
      const request = { origin, path, method, headers, ...(body && { body: JSON.stringify(body) }) };
      const { statusCode, body: answer } = await dispatcher.request(request);
      const text = await answer.text();
      if ((statusCode >= 300 && statusCode !== 409) || text.startsWith('{"errors"'))
        throw new Error(`${method} ${path} was answered ${statusCode}: ${text.slice(0, 300)}`);
      return text === '' ? null : JSON.parse(text);
    },
    /** Subscribes, and ends the subscription after its first event. */
    async follow(query) {
      const path = `/graphql?query=${encodeURIComponent(query)}`;
      const headers = { authorization, accept: 'text/event-stream' };
      const { statusCode, body } = await dispatcher.request({ origin, path, method: 'GET', headers });
      if (statusCode !== 200) throw new Error(`A subscription was answered ${statusCode}`);
      body.on('error', () => {});
      await new Promise((resolve) => body.once('data', resolve));
      body.destroy();
    },
  };
}
