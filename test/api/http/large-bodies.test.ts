import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { listen } from './server-kit.js';

const test = await testApp();
const { port } = new URL(await listen(test));
const { id: organization, admin } = await seedOrganization(test);
const other = await seedOrganization(test);
const mebibyte = 1_048_576;

const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await expect.poll(() => ingest(organization, admin.token)).toMatchObject({ status: 204 });
});

interface RequestHead {
  path: string;
  token: string;
  /** Bytes of the body. */
  length: number;
}

/** Sends the head of a request without its body. */
async function begin({ path, token, length }: RequestHead): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  open.push(socket);
  await once(socket, 'connect');
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
  ];
  socket.write(`${[...lines, `content-length: ${length}`].join('\r\n')}\r\n\r\n`);
  return socket;
}

const conversationsOf = (id: string): string => `/v1/orgs/${id}/conversations`;

/** Sends a conversation with a body just above 1 MiB. Returns the status, the error message and `Retry-After`. */
async function ingest(id: string, token: string) {
  const body = `${JSON.stringify({ id: 'a', parts: [] })}${' '.repeat(mebibyte)}`;
  const { status, body: answer, headers } = await test.rest('POST', `/orgs/${id}/conversations`, { token, body });
  return { status, message: answer?.error.message, retryAfter: headers['retry-after'] };
}

it('a large body with an invalid token is refused before it is read, on both APIs', async () => {
  for (const path of [conversationsOf(organization), '/graphql']) {
    const socket = await begin({ path, token: 'wrong', length: 2 * mebibyte });
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  }
});

/** Announces three bodies of 32 MiB. One is refused, because two already use the maximum of an organization. */
async function fill() {
  const head = { path: conversationsOf(organization), token: admin.token, length: 32 * mebibyte };
  const sockets = await Promise.all([begin(head), begin(head), begin(head)]);
  const refusals = sockets.map(async (socket) => ({ socket, answer: String((await once(socket, 'data'))[0]) }));
  const { socket, answer } = await Promise.race(refusals);
  return { answer, held: sockets.filter((one) => one !== socket) };
}

it('a large body is refused before it is read while other bodies of its organization hold the maximum', async () => {
  const { answer, held } = await fill();
  expect(answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 5\r\n/s);
  expect(await ingest(organization, admin.token)).toEqual({
    status: 503,
    message: `Cannot take this body now: 2 bodies of ${organization} hold 64 MiB. Try again in 5 seconds.`,
    retryAfter: '5',
  });
  expect((await ingest(other.id, other.admin.token)).status).toBe(204);
  held[0]!.destroy();
  await expect.poll(() => ingest(organization, admin.token)).toMatchObject({ status: 204 });
});

it('a small body is accepted meanwhile', async () => {
  await fill();
  const body = { id: 'small', parts: [] };
  expect((await test.rest('POST', `/orgs/${organization}/conversations`, { ...admin, body })).status).toBe(204);
});

/** Sends a body in chunks of 1 MiB. */
async function sendChunks(chunks: number) {
  const first = JSON.stringify({ id: 'chunked', parts: [] });
  const blanks = Array.from({ length: chunks }, () => ' '.repeat(mebibyte));
  const headers = {
    authorization: `Bearer ${admin.token}`,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
  };
  const payload = Readable.from([first, ...blanks].map((text) => Buffer.from(text)));
  return test.app.inject({ method: 'POST', url: conversationsOf(organization), headers, payload });
}

it('a chunked body is accepted up to the limit of its route', async () => {
  expect((await sendChunks(2)).statusCode).toBe(204);
  expect((await sendChunks(32)).statusCode).toBe(413);
});

it('a chunked body is refused once it exceeds the memory of its organization', async () => {
  await fill();
  const answer = await sendChunks(2);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
});
