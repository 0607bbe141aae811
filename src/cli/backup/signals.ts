/** A signal that aborts when the process is asked to end. */
export interface AbortOnSignals {
  signal: AbortSignal;
  /** Gives the signals of the process their former effect. */
  close(): void;
}

/** Aborts a command on SIGINT or SIGTERM, so that it removes what it has begun. A second signal ends it at once. */
export function abortOnSignals(): AbortOnSignals {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, abort);
  return {
    signal: controller.signal,
    close() {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, abort);
    },
  };
}
