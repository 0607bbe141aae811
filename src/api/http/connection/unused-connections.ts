import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends connections on which nothing has come yet once the server closes, and those that still come then: clients open some
 * ahead of their requests, and Node, which takes them for requests under way, would wait for them.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  let isClosing = false;
  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy();
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  });
}
