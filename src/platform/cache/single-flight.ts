/** Shares one computation among concurrent callers that need the same result. */
export interface SingleFlight<Value> {
  /**
   * Returns the result of a computation. If a computation with this key is in progress, waits for it; otherwise starts
   * one. Errors are also shared.
   * @param key identifies all inputs of the result; includes the tenant if the computation waits in the queue of a
   * tenant
   */
  run(key: string, compute: () => Promise<Value>): Promise<Value>;
  /**
   * Same as `run`, for callers with limits of their own, such as budgets. If a shared computation fails, resolves to
   * undefined, and the caller must compute the result itself.
   */
  runOwnOrShare(key: string, compute: () => Promise<Value>): Promise<{ value: Value; isOwn: boolean } | undefined>;
}

/** Creates a single flight for computations of one kind. */
export function createSingleFlight<Value>(): SingleFlight<Value> {
  const underWay = new Map<string, Promise<Value>>();
  function start(key: string, compute: () => Promise<Value>): Promise<Value> {
    const computing = compute().finally(() => underWay.delete(key));
    underWay.set(key, computing);
    return computing;
  }
  return {
    run: (key, compute) => underWay.get(key) ?? start(key, compute),
    async runOwnOrShare(key, compute) {
      const shared = underWay.get(key);
      if (!shared) return { value: await start(key, compute), isOwn: true };
      return shared.then(
        (value) => ({ value, isOwn: false }),
        () => undefined,
      );
    },
  };
}
