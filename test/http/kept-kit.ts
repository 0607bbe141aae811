import type { LightMyRequestResponse } from 'fastify';
import { expect, vi } from 'vitest';
import { hashToken } from '../../src/access/authenticate.js';
import type { TestApp } from '../support/app.js';

/** An answer as it was sent, to the byte. */
export interface Bytes {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Asks an instance for one thing, as somebody. */
export type Ask = (app: TestApp, token: string) => Promise<Bytes>;

/** A request of `/v1`: `onRest('/orgs')`. */
export const onRest =
  (path: string, { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: object } = {}): Ask =>
  async ({ app }, token) =>
    bytesOf(await app.inject({ method, url: `/v1${path}`, headers: { authorization: `Bearer ${token}`, ...headers } }));

/** A call of the graph. */
export const onGraph =
  (query: string, { variables, headers = {} }: { variables?: object; headers?: object } = {}): Ask =>
  async ({ app }, token) => {
    const known = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const payload = JSON.stringify({ query, variables });
    return bytesOf(await app.inject({ method: 'POST', url: '/graphql', headers: { ...known, ...headers }, payload }));
  };

function bytesOf({ statusCode, headers, body }: LightMyRequestResponse): Bytes {
  const { date: _date, 'x-request-id': _id, ...told } = headers;
  return { status: statusCode, headers: told, body: body.replace(/req_\w+/g, 'req') };
}

/** How many batches each of four equal requests costs an instance, one after the other; its caller was found before. */
export async function fourTimes(app: TestApp, ask: () => Promise<unknown>): Promise<number[]> {
  const costs: number[] = [];
  for (let time = 0; time < 4; time++) costs.push((await app.batchesOfKnown(ask)).length);
  return costs;
}

/**
 * Asks an instance for the same until it is answered from memory; answers how. What another database of the same server of
 * Postgres is written is another state, too.
 */
export async function untilKept(app: TestApp, ask: () => Promise<Bytes>): Promise<Bytes> {
  let answer: Bytes | undefined;
  const batches = () =>
    app.batchesOfKnown(async () => {
      answer = await ask();
    });
  await expect.poll(batches, { interval: 1 }).toEqual([]);
  return answer!;
}

/** Uses a token for the first time, which is written down behind its request. */
export async function used(app: TestApp, token: string): Promise<string> {
  await app.rest('GET', '/user', { token });
  const { read } = app.store;
  const query = read.sql.selectFrom('AccessToken').select('lastUsedAt').where('hash', '=', hashToken(token));
  const isWritten = async () => {
    if ((await read.first(query))?.lastUsedAt == null)
      throw new Error('The first use of the token is not written down');
  };
  await vi.waitFor(isWritten, { timeout: 60_000, interval: 1 });
  return token;
}
