import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';

/** Longest that requests under way are waited for, in milliseconds. */
const patience = 10_000;

/** Stops on SIGTERM and SIGINT: takes no new requests, answers those under way, closes the database, exits with 0. */
export function stopOnSignals(app: FastifyInstance, store: Store): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), patience).unref();
    await app.close();
    await store.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
