import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` say that the process is stopping, so that nobody sends it new callers; all else is served on. */
    announceStop(): void;
  }
}

/**
 * Adds `GET /healthz` (the process lives) and `GET /readyz` (it can serve: the database answers, no migration is
 * pending, and the process is not stopping).
 */
export function registerHealth(app: FastifyInstance, store: Store): void {
  let stopping = false;
  app.decorate('announceStop', () => {
    stopping = true;
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const problem = stopping ? 'stopping' : await problemOf(store);
    if (problem) reply.code(503);
    return problem ? { status: 'unavailable', problem } : { status: 'ok' };
  });
}

async function problemOf(store: Store): Promise<string | null> {
  try {
    await store.ping();
    const pending = await store.pendingMigrations();
    return pending.length > 0 ? `pending migrations: ${pending.join(', ')}` : null;
  } catch {
    return 'the database does not answer';
  }
}
