import { AsyncLocalStorage } from 'node:async_hooks';

/** A value that calls have, and all that they call. */
export interface CallContext<Value> {
  /** The value of the call that asks; undefined outside of one. */
  current(): Value | undefined;
  /** Runs a call with a value. */
  run<Result>(value: Value, call: () => Promise<Result>): Promise<Result>;
}

/**
 * Makes one. While no call has a value, nothing is tracked: on Node before 24 tracking slows every promise of the process down,
 * for as long as it lives.
 */
export function createCallContext<Value>(): CallContext<Value> {
  const storage = new AsyncLocalStorage<Value>();
  let underWay = 0;
  return {
    current: () => storage.getStore(),
    async run(value, call) {
      underWay += 1;
      try {
        return await storage.run(value, call);
      } finally {
        underWay -= 1;
        if (underWay === 0) storage.disable();
      }
    },
  };
}
