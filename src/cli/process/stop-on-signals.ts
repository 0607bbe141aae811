import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../../platform/db/write/store.js';

/** Maximum time that a stop waits for requests in progress, in milliseconds. */
const maxWaitMs = 10_000;

/**
 * Number of milliseconds that a server continues to serve while `/readyz` reports that it stops. In this time, a load
 * balancer can redirect clients. A server that is stopped from a terminal has no load balancer.
 */
const noticeMs = { SIGTERM: 3_000, SIGINT: 0 } as const;

/** A signal that stops a server. */
type StopSignal = keyof typeof noticeMs;

/** The parts of a process that a stop uses; tests replace them. */
interface Stoppable {
  on(signal: StopSignal, listener: () => void): unknown;
  /** Waits for some milliseconds. The wait does not keep the process alive. */
  sleep(milliseconds: number): Promise<unknown>;
  exit(code: number): void;
}

const thisProcess: Stoppable = {
  on: (signal, listener) => process.on(signal, listener),
  sleep: (milliseconds) => sleep(milliseconds, undefined, { ref: false }),
  exit: (code) => process.exit(code),
};

/**
 * Stops the server on SIGTERM or SIGINT. It announces the stop, takes no new requests, finishes those in progress, and
 * closes the database. The exit code is 0, or 1 if that takes too long. A second signal ends the announcement early.
 */
export function stopOnSignals(app: FastifyInstance, store: Store, target = thisProcess): void {
  let closing = false;
  const close = async (): Promise<void> => {
    if (closing) return;
    closing = true;
    void target.sleep(maxWaitMs).then(() => target.exit(1));
    // Clients may keep their connections open after a response, so idle connections must be closed.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    await store.close();
    target.exit(0);
  };
  let isAnnounced = false;
  const stop = async (signal: StopSignal): Promise<void> => {
    app.announceStop();
    if (!isAnnounced) {
      isAnnounced = true;
      await target.sleep(noticeMs[signal]);
    }
    await close();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) target.on(signal, () => void stop(signal));
}
