import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../store/store.js';

/** Longest that requests under way are waited for, in milliseconds. */
const patience = 10_000;

/**
 * Milliseconds that a server keeps serving while `/readyz` says that it stops: a balancer needs them to send its callers
 * elsewhere (safety.md, defaults). Nobody balances what is stopped from a terminal.
 */
const notice = { SIGTERM: 3_000, SIGINT: 0 } as const;

/**
 * Stops on SIGTERM and SIGINT: says so, takes no new requests, answers those under way, closes the database, exits with
 * 0. A second signal cuts the notice short.
 */
export function stopOnSignals(app: FastifyInstance, store: Store): void {
  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    setTimeout(() => process.exit(1), patience).unref();
    // What is answered from now on leaves its connection open, for as long as the client likes.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    await store.close();
    process.exit(0);
  };
  let told = false;
  const stop = async (signal: keyof typeof notice): Promise<void> => {
    app.announceStop();
    if (!told) {
      told = true;
      await sleep(notice[signal]);
    }
    await close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
