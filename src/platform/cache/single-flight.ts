/** Shares a computation among the callers that ask for the same result while it is under way. */
export interface SingleFlight<Value> {
  /**
   * The result of the computation with this key: of the one that is under way, otherwise of a new one. Its error is shared, too.
   * @param key all that the result depends on; with the tenant in it, when the computation waits in the tenant's turn
   */
  run(key: string, compute: () => Promise<Value>): Promise<Value>;
  /**
   * The same for callers who may be refused what others get, such as by their budgets: a caller who shares a computation that
   * fails gets undefined, and computes by itself.
   */
  runOwnOrShare(key: string, compute: () => Promise<Value>): Promise<{ value: Value; isOwn: boolean } | undefined>;
}

/** Makes one for results of one kind. */
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
