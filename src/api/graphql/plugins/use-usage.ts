import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/** Called for each call of a client before it is executed. */
export type OnCall = (context: Context, operation: Prepared) => void;

/** Reports all calls of clients except stored operations, which are calls of `/v1`. */
export function useUsage(onCall: OnCall): Plugin {
  const reportCall = ({ args }: { args: { contextValue?: unknown } }): void => {
    const context = args.contextValue as Context;
    const prepared = context.operation as Prepared;
    if (prepared.cost) onCall(context, prepared);
  };
  return { onExecute: reportCall, onSubscribe: reportCall } as Plugin;
}
