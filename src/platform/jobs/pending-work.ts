/** A set of promises that have not settled yet. */
export interface PendingWork {
  /**
   * Adds a promise.
   * @returns a promise that resolves when the added one has settled; its error goes to `onError`
   */
  track(work: Promise<void>): Promise<void>;
  /** Resolves when all promises have settled, including those added while it waits. */
  settled(): Promise<void>;
}

/** Tracks promises, so that the process can wait for all of them before it stops. */
export function createPendingWork(onError: (error: unknown) => void): PendingWork {
  const pending = new Set<Promise<void>>();
  return {
    track(work) {
      const completion = work.catch(onError).finally(() => pending.delete(completion));
      pending.add(completion);
      return completion;
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
