import { isUnreachable } from './store-errors.js';

/** Is called when the database cannot be reached, and when it responds again. */
export interface OutageListener {
  /** Called once per outage, with the error of the first statement that failed. */
  lost(error: unknown): void;
  /** Called when the database responds again, with the duration of the outage in milliseconds. */
  found(durationMs: number): void;
}

/** Outages of one database. */
export interface Outages {
  /** Begins an outage if an error of the store says that the database cannot be reached. */
  note(error: unknown): void;
  /** Sets the listener. */
  listen(listener: OutageListener): void;
  /** Stops asking whether the database responds. */
  close(): void;
}

/** Milliseconds between two attempts to reach a lost database. */
const intervalMs = 1_000;

/**
 * Creates the outages of a database.
 * @param ask runs a statement; it is called once a second during an outage, until it resolves
 */
export function createOutages(ask: () => Promise<unknown>): Outages {
  let listener: OutageListener | undefined;
  let timer: NodeJS.Timeout | undefined;
  function begin(error: unknown): void {
    const lostAt = performance.now();
    listener?.lost(error);
    let isAsking = false;
    timer = setInterval(async () => {
      if (isAsking) return;
      isAsking = true;
      const responds = await ask().then(
        () => true,
        () => false,
      );
      isAsking = false;
      if (!responds || timer === undefined) return;
      stop();
      listener?.found(performance.now() - lostAt);
    }, intervalMs);
    timer.unref();
  }
  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }
  return {
    note(error) {
      if (listener && timer === undefined && isUnreachable(error)) begin(error);
    },
    listen(given) {
      listener = given;
    },
    close: stop,
  };
}
