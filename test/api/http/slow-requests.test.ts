import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { RequestPace } from '../../../src/api/http/bodies/slow-bodies.js';
import { createServer } from '../../../src/api/http/server.js';
import { readConfig } from '../../../src/platform/config/config.js';
import { textOf } from './server-kit.js';

const { bodyMemory } = readConfig({});
const config = { logLevel: 'silent', corsOrigins: [], trustedProxies: [] as string[], bodyMemory } as const;
const messages: string[] = [];

/** Starts a server that returns the length of a JSON body. */
async function measuringServer(pace?: RequestPace): Promise<FastifyInstance> {
  const app = await createServer({ ...config, corsOrigins: [], hsts: null, publicUrl: undefined }, { pace });
  app.log.error = (_: unknown, message?: string) => void messages.push(String(message));
  app.post('/measure', { bodyLimit: 2 ** 25 }, async ({ body }) => ({ length: JSON.stringify(body).length }));
  app.post('/refuse', { onRequest: async (_, reply) => reply.code(401).send({}) }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.close());
  return app;
}

const app = await measuringServer();
let received: Socket;
app.server.on('connection', (socket) => {
  received = socket;
});

afterEach(() => void vi.useRealTimers());

/** Sends the head of a request that announces a body of `length` bytes. */
async function openRequest(path: string, length: number): Promise<Socket> {
  const { port } = app.server.address() as { port: number };
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  await send(socket, head);
  return socket;
}

let sent = 0;
/** Sends bytes and waits until the server has received them. */
async function send(socket: Socket, bytes: string): Promise<void> {
  sent = socket.bytesWritten + bytes.length;
  socket.write(bytes);
  while ((received?.bytesRead ?? 0) < sent) await turn();
  // The server starts to handle the request only in the iterations of the event loop after its bytes arrived.
  for (let iteration = 0; iteration < 10; iteration++) await turn();
}

const windows = (count: number) => vi.advanceTimersByTime(15_000 * count);
const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const status = (answer: string) => Number(answer.split(' ')[1]);

it('a request with an incomplete head gets a 408, and its connection is closed', async () => {
  const impatient = await measuringServer({ head: 50, window: 15_000, bytes: 65_536 });
  const { port } = impatient.server.address() as { port: number };
  const socket = connect({ host: '127.0.0.1', port });
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: ');
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\nx-request-id: req_[0-9a-z]{26}\r\n/);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/);
});

it('a request may take 15 seconds to send its head, checked every second, and its body has no total time limit', () => {
  expect(app.server.headersTimeout).toBe(15_000);
  expect(app.server.requestTimeout).toBe(0);
  expect(app.server).toHaveProperty('connectionsCheckingInterval', 1_000);
});

it('a body that sends less than 64 KiB in its second 15 seconds gets a 408, and its connection is closed', async () => {
  stopTime();
  const socket = await openRequest('/measure', 200_000);
  await send(socket, `"${'a'.repeat(100_000)}`);
  windows(1);
  await send(socket, 'a'.repeat(65_535));
  windows(1);
  const answer = await textOf(socket);
  expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
    error: { code: 408, message: 'The body must send at least 64 KiB every 15 s, after the first 15 s' },
  });
  expect(messages).toEqual([]);
});

it('a body is accepted if 64 KiB arrive every 15 seconds, except in the first 15; a small one may take 30 seconds', async () => {
  stopTime();
  const socket = await openRequest('/measure', 65_536 * 3 + 2);
  for (const part of [`"`, 'a'.repeat(65_536), 'a'.repeat(65_536), `${'a'.repeat(65_536)}"`]) {
    await send(socket, part);
    windows(part.endsWith('"') && part.length > 1 ? 0 : 1);
  }
  const [answer] = await once(socket, 'data');
  expect(status(String(answer))).toBe(200);
  socket.destroy();
  const small = await openRequest('/measure', 3);
  await send(small, '"');
  windows(1);
  await send(small, 'a"');
  windows(5);
  const [late] = await once(small, 'data');
  expect(status(String(late))).toBe(200);
  small.destroy();
});

it('if the response to a slow body was already sent, the connection is closed without a second response', async () => {
  stopTime();
  const socket = await openRequest('/refuse', 200_000);
  const answer = textOf(socket);
  await send(socket, '"a');
  windows(2);
  expect((await answer).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401']);
});

it('a client that disconnects while it sends its body is not logged as an error', async () => {
  const socket = await openRequest('/measure', 10);
  const closed = once(received, 'close');
  socket.destroy();
  await closed;
  for (let iteration = 0; iteration < 100; iteration++) await turn();
  expect(messages).toEqual([]);
});
