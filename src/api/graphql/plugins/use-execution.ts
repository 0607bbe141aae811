import type { ExecutionArgs } from 'graphql';
import type { Context } from '../execution/context.js';
import type { Prepared } from '../execution/preparation.js';
import type { Plugin } from './plugin.js';

/** Executes prepared operations. Results of introspection are cached. */
export function useExecution(): Plugin {
  return { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
}

function execute({ contextValue, variableValues }: ExecutionArgs) {
  const context = contextValue as Context;
  return (context.operation as Prepared).execute(context, variableValues ?? {});
}
