import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { certificate, key } from './certificate.js';

/** A server on this machine that counts its connections. */
export interface Host {
  port: number;
  /** TCP connections so far. */
  connections: () => number;
}

/**
 * Starts a server that must not be reached. It closes every connection, and listens on all local addresses by default.
 * It ends with the test.
 */
export function startCanary(where: { host?: string; port?: number } = {}): Promise<Host> {
  return listen(
    createTcpServer((socket) => socket.destroy()),
    where,
  );
}

/** Starts a server on 127.0.0.1 that passes each connection to `talk`, for hosts with invalid HTTP. */
export function startRawHost(talk: (socket: Socket) => void): Promise<Host> {
  return listen(createTcpServer(talk), loopback);
}

/** Starts an HTTP server on 127.0.0.1. */
export function startHost(answer: RequestListener): Promise<Host> {
  return listen(createServer(answer), loopback);
}

/** Starts an HTTPS server on 127.0.0.1 with the certificate of `spec.test`. */
export function startSecureHost(answer: RequestListener): Promise<Host> {
  return listen(createSecureServer({ cert: certificate, key }, answer), loopback);
}

/** Reports whether `startCanary` can listen on a port. */
export function isFree(port: number): Promise<boolean> {
  return portOnceFree(port).then(
    () => true,
    () => false,
  );
}

/** Returns a port of 127.0.0.1 without a listener. */
export function closedPort(): Promise<number> {
  return portOnceFree(0, '127.0.0.1');
}

function portOnceFree(port: number, host?: string): Promise<number> {
  const server = createTcpServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, host }, () => {
      const { port: given } = server.address() as AddressInfo;
      server.close(() => resolve(given));
    });
  });
}

const loopback = { host: '127.0.0.1' };

async function listen(server: Server, { host, port = 0 }: { host?: string; port?: number }): Promise<Host> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}
