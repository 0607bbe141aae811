import { connect, type Socket } from 'node:net';
import type { TestApp } from '../../support/app.js';

/** Makes the application listen on a free port of this machine. Answers its origin: `http://127.0.0.1:41234`. */
export function listen({ app }: TestApp): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** Sends bytes as they are and answers everything that comes back until the server closes. */
export async function sendRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(bytes);
  return textOf(socket);
}

/** Everything that comes back until the server closes. */
export async function textOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) answer += part;
  return answer;
}
