/** Promises that have not settled yet. */
export interface PendingWork {
  /**
   * Adds a promise.
   * @returns a promise that resolves when it has settled; errors go to `onError`
   */
  track(work: Promise<void>): Promise<void>;
  /** Resolves when all promises have settled, also those that are added meanwhile. */
  settled(): Promise<void>;
}

/** Tracks promises, so that a stop can wait for all of them. */
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
