import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A proxy that buffers a response until its end, unless the response has `x-accel-buffering: no`. */
export interface BufferingProxy {
  origin: string;
  /** Returns the text that the proxy has buffered. */
  gathered(): string;
}

/**
 * Starts the proxy in front of a server. A `deaf` proxy ignores the header `x-accel-buffering`. It is closed after the
 * test file.
 */
export async function startBufferingProxy(
  origin: string,
  { deaf: ignoresAccelBuffering }: { deaf: boolean },
): Promise<BufferingProxy> {
  let buffered = '';
  const pass = (answer: IncomingMessage, reply: ServerResponse): void => {
    const gathers = ignoresAccelBuffering || answer.headers['x-accel-buffering'] !== 'no';
    const sendHead = (): void => void reply.writeHead(answer.statusCode!, answer.headers).flushHeaders();
    if (!gathers) sendHead();
    answer.on('data', (bytes: Buffer) => {
      if (gathers) buffered += bytes.toString();
      else reply.write(bytes);
    });
    answer.on('end', () => {
      if (gathers) sendHead();
      reply.end(gathers ? buffered : undefined);
    });
  };
  const proxy = createServer((incoming, reply) => {
    const { method, headers, url } = incoming;
    const sending = request(`${origin}${url}`, { method, headers }, (answer) => pass(answer, reply));
    sending.on('error', () => reply.destroy());
    reply.on('close', () => sending.destroy());
    incoming.pipe(sending);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  afterAll(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    gathered: () => buffered,
  };
}
