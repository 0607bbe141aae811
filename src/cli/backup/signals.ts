/** A signal that aborts when the process is asked to end. */
export interface AbortOnSignals {
  signal: AbortSignal;
  /** Restores the default effect of the signals. */
  close(): void;
}

const names = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborts a command on SIGINT or SIGTERM, so that it removes what it has begun. A second signal ends it at once. If a
 * server started the process with a channel, the command is also aborted when that server is killed.
 */
export function abortOnSignals(): AbortOnSignals {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of names) process.once(name, abort);
  if (process.connected) process.once('disconnect', abort);
  return {
    signal: controller.signal,
    close() {
      for (const name of names) process.off(name, abort);
      // Without a listener, the channel does not keep the process alive.
      process.off('disconnect', abort);
    },
  };
}
