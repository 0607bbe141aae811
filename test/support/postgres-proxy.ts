import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { atEnd } from './database.js';

/** Faults of connections: they are closed, are reset, or stop transferring data in both directions. */
export const faults = ['closed', 'reset', 'silent'] as const;

/** A fault of connections. */
export type Fault = (typeof faults)[number];

/** Proxy between a store and its Postgres that can break their connections. */
export interface PostgresProxy {
  /** URL of the database, through the proxy. */
  url: string;
  /**
   * Breaks all connections, also later ones, after the store has sent the given number of messages. The last one is
   * lost.
   */
  breakAt(fault: Fault, message: number): void;
  /** Ends the fault and sends the data that was held back. Returns whether the fault had occurred. */
  mend(): boolean;
}

/** Starts a proxy for a Postgres database. It is closed with the test file. */
export async function postgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<{ client: Socket; server: Socket }>();
  let planned: { fault: Fault; left: number } | undefined;
  const broken = () => (planned && planned.left <= 0 ? planned.fault : undefined);
  const breakAll = (fault: Fault) => {
    for (const { client, server } of links) {
      for (const socket of [client, server]) applyFault[fault](socket);
    }
  };
  const proxy = createServer((client) => {
    const server = connect({ host: target.hostname, port: Number(target.port) });
    const link = { client, server };
    links.add(link);
    for (const socket of [client, server]) socket.on('error', () => {}).on('close', () => links.delete(link));
    client
      .on('close', () => server.destroy())
      .on('data', (bytes) => {
        if (planned && !broken()) planned.left -= 1;
        const fault = broken();
        if (fault) breakAll(fault);
        // Data for a silent connection arrives when the fault ends, as after a pause of the server.
        if (!fault || fault === 'silent') server.write(bytes);
      });
    server.on('close', () => client.destroy()).on('data', (bytes) => client.write(bytes));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(() => {
    breakAll('closed');
    proxy.close();
  });
  return {
    url: Object.assign(new URL(databaseUrl), { port: String((proxy.address() as AddressInfo).port) }).href,
    breakAt: (fault, message) => {
      planned = { fault, left: message };
    },
    mend() {
      const hasCome = broken() !== undefined;
      planned = undefined;
      for (const { client, server } of links) for (const socket of [client, server]) resumeSocket(socket);
      return hasCome;
    },
  };
}

const applyFault: Record<Fault, (socket: Socket) => void> = {
  closed: (socket) => void socket.end(),
  reset: (socket) => void socket.resetAndDestroy(),
  silent: (socket) => void socket.pause().cork(),
};

function resumeSocket(socket: Socket): void {
  while (socket.writableCorked > 0) socket.uncork();
  socket.resume();
}
