import { connect, type Socket } from 'node:net';
import type { TestApp } from '../../support/app.js';

/** Makes the application listen on a free port of this machine. Returns its origin: `http://127.0.0.1:41234`. */
export function listen({ app }: TestApp): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends bytes unchanged. Returns everything that the server sends until it closes the connection. */
export async function sendRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  return textOf(socket);
}

/** Returns everything that the server sends until it closes the connection. */
export async function textOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) answer += part;
  return answer;
}
