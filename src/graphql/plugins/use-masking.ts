import type { ExecutionResult } from 'graphql';
import { handleStreamOrSingleExecutionResult } from 'graphql-yoga';
import type { Context } from '../context.js';
import { formatFailures } from '../format-errors.js';
import type { Plugin } from './plugin.js';

/** Formats the errors of each result, after all other plugins; refusals are formatted where they end a call. */
export function useMasking(): Plugin {
  return {
    onExecute: () => afterExecution,
    onSubscribe: () => ({ onSubscribeResult: (done) => handleStreamOrSingleExecutionResult(done, mask) }),
  };
}

const afterExecution = {
  onExecuteDone: (done: Parameters<typeof handleStreamOrSingleExecutionResult>[0]) =>
    handleStreamOrSingleExecutionResult(done, mask),
};

interface Masked {
  args: { contextValue?: unknown };
  result: ExecutionResult;
  setResult: (result: ExecutionResult) => void;
}

/** Errors come first, as the specification advises, however the operation was run. */
function mask({ args, result, setResult }: Masked): void {
  if (!result.errors) return;
  const { errors, ...others } = result;
  setResult({ errors: formatFailures(errors, args.contextValue as Context), ...others });
}
