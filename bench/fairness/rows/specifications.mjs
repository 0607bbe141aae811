import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { repeat } from '../content.mjs';

/** Number of the attacker's specifications. */
const parallel = 8;

/**
 * Milliseconds between two reads of a specification's state, for the attacker and for the innocent organization;
 * maximum number of reads.
 */
const polling = { attacker: 500, innocent: 25, reads: 8_000 };

/**
 * The attacker runs jobs that wait for a host that never responds, while another organization runs jobs that wait for
 * no host.
 */
export const specifications = {
  name: 'specifications',
  title: '8 OpenAPI specifications whose host never answers',
  measured: 'its specification sent as text, until it is processed',
  on: ['sqlite', 'postgresql'],
  jobs: true,
  alone: 5,
  count: 10,
  endsFirst: true,

  async prepare({ attacker, innocent }) {
    return { attacker: attacker.organization, innocent: innocent.organization };
  },

  async attack({ ask, data: { attacker } }) {
    const url = await silentHost();
    return () =>
      Promise.all(repeat(parallel, (index) => processedSlowly(ask, attacker, { slug: `s${index}`, source: { url } })));
  },

  async one({ ask, data: { attacker } }) {
    const url = await silentHost();
    return async () => [await processedSlowly(ask, attacker, { slug: 'alone', source: { url } })];
  },

  async task({ served, data: { innocent }, number }) {
    const info = { title: `Number ${number}`, version: '1.0.0' };
    const text = JSON.stringify({ openapi: '3.1.0', info, paths: {} });
    const specification = { slug: `own-${number}`, source: { text } };
    const answer = await processSpecification(served, innocent, { specification, interval: polling.innocent });
    if (answer.state !== 'complete') throw new Error(`The specification is ${answer.state}`);
    return answer;
  },
};

function processedSlowly(ask, organization, specification) {
  return processSpecification(ask, organization, { specification, interval: polling.attacker });
}

/**
 * Registers a specification and waits until the server has processed it. Returns the response of the first request,
 * with the total time.
 */
async function processSpecification(ask, organization, { specification, interval }) {
  const start = performance.now();
  const path = `/v1/orgs/${organization}/openapi`;
  const answer = await ask('POST', path, specification);
  if (answer.refusal) return answer;
  for (let read = 0; read < polling.reads; read++) {
    const { text, refusal } = await ask('GET', `${path}/${specification.slug}`);
    const { processingState: state, lastProcessErrorCode } = refusal ? {} : JSON.parse(text);
    const isDone = state === 'complete' || Boolean(lastProcessErrorCode);
    if (isDone) return { ...answer, state, milliseconds: performance.now() - start };
    await sleep(interval);
  }
  throw new Error(`${specification.slug} was not processed`);
}

/** Starts a host on 127.0.0.1 that accepts connections and never sends anything. Returns its address. */
async function silentHost() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${server.address().port}/specification.json`;
}
