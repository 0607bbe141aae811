import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from '../support/database.js';

/** A proxy that sends each request once, to the ready instances in turn. */
export interface ReadinessProxy {
  url: string;
  /** Number of responses of an instance. */
  responses(instance: string): number;
}

/**
 * Starts a proxy in this process. It asks `/readyz` of each instance ten times a second, as a load balancer does, and
 * repeats no request. A failure of the connection to an instance is 502.
 * @param instances URLs; more can be added later
 */
export async function startReadinessProxy(instances: string[]): Promise<ReadinessProxy> {
  const responses = new Map<string, number>();
  let ready: string[] = [];
  let isOver = false;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const states = await Promise.all(instances.map(async (url) => [url, await isReady(url)] as const));
      ready = states.filter(([, serves]) => serves).map(([url]) => url);
      await sleep(100);
    }
  };
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const instance = ready[turn++ % ready.length];
    if (!instance) return void outgoing.writeHead(502).end('no instance is ready');
    forward(instance, incoming, outgoing);
    responses.set(instance, (responses.get(instance) ?? 0) + 1);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const watching = watch();
  atEnd(async () => {
    isOver = true;
    await watching;
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    responses: (instance) => responses.get(instance) ?? 0,
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}

function forward(instance: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url } = incoming;
  const sending = request(`${instance}${url}`, { method, headers, agent: false }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(outgoing);
  });
  sending.on('error', ({ message }) => outgoing.writeHead(502).end(message));
  incoming.pipe(sending);
}
