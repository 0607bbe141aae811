import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../../platform/db/write/store.js';

/** Longest that requests under way are waited for, in milliseconds. */
const patience = 10_000;

/**
 * Milliseconds that a server keeps serving while `/readyz` says that it stops: a balancer needs them to send its callers
 * elsewhere. Nobody balances what is stopped from a terminal.
 */
const notice = { SIGTERM: 3_000, SIGINT: 0 } as const;

/** A signal that stops a server. */
type StopSignal = keyof typeof notice;

/** The process that is to end: what stopping hears from it and does to it. */
interface Stoppable {
  on(signal: StopSignal, listener: () => void): unknown;
  /** Lets time pass, in milliseconds; it does not keep the process alive. */
  sleep(milliseconds: number): Promise<unknown>;
  exit(code: number): void;
}

const thisProcess: Stoppable = {
  on: (signal, listener) => process.on(signal, listener),
  sleep: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
  exit: (code) => process.exit(code),
};

/**
 * Stops on SIGTERM and SIGINT: says so, takes no new requests, answers those under way, closes the database, exits with
 * 0; with 1 where they take too long. A second signal cuts the notice short.
 */
export function stopOnSignals(app: FastifyInstance, store: Store, stopped = thisProcess): void {
  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    void stopped.sleep(patience).then(() => stopped.exit(1));
    // What is answered from now on leaves its connection open, for as long as the client likes.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    await store.close();
    stopped.exit(0);
  };
  let told = false;
  const stop = async (signal: StopSignal): Promise<void> => {
    app.announceStop();
    if (!told) {
      told = true;
      await stopped.sleep(notice[signal]);
    }
    await close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) stopped.on(signal, () => void stop(signal));
}
