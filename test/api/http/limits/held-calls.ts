import type { Plugin } from '../../../../src/api/graphql/plugins/plugin.js';
import type { TestApp } from '../../../support/app.js';
import { signal } from '../../../support/signal.js';

/** Settings of a server that is busy with 20 requests in progress. */
export const busyAt20 = { SHED_LOAD: 'on', SHED_REQUESTS: '20', SHED_DELAY: '10000' };

/** Operation that waits until a test releases it. */
export const waitingQuery = 'query Waits { viewer { id } }';

/** Calls of `waitingQuery` that wait. */
export interface HeldCalls {
  /** Makes operations named `Waits` wait. */
  plugin: Plugin;
  /** Lets `begin` start calls, and resolves when `count` of them wait. The returned function lets them continue. */
  hold(count: number, begin: () => void): Promise<() => void>;
}

/** Creates the plugin that makes calls wait. */
export function holdCalls(): HeldCalls {
  let [go, full] = [signal(), signal()];
  let missing = 0;
  return {
    plugin: {
      async onExecute({ args }) {
        if (!JSON.stringify(args.document.definitions[0]).includes('"Waits"')) return;
        missing -= 1;
        if (missing === 0) full.give();
        await go.given;
      },
    },
    async hold(count, begin) {
      [go, full, missing] = [signal(), signal(), count];
      begin();
      await full.given;
      return go.give;
    },
  };
}

/**
 * Starts 20 calls without a token that wait, so that a server with `busyAt20` is busy. Returns the function that
 * releases them.
 */
export async function keepBusy({ hold }: HeldCalls, test: TestApp): Promise<() => Promise<void>> {
  const calls: Promise<unknown>[] = [];
  const give = await hold(20, () => {
    for (let count = 0; count < 20; count += 1) calls.push(test.graphql(waitingQuery));
  });
  return async () => {
    give();
    await Promise.all(calls);
  };
}
