import type { ExecutionResult } from 'graphql';
import { handleStreamOrSingleExecutionResult } from 'graphql-yoga';
import { formatFailures, formatThrown, isFormatted } from '../errors/format-errors.js';
import type { Context } from '../execution/context.js';
import type { Plugin } from './plugin.js';

/** Formats all errors: those of each execution after all other plugins, and those that ended a call before it was executed. */
export function useErrors(): Plugin {
  return {
    onExecute: () => afterExecution,
    onSubscribe: () => ({ onSubscribeResult: (done) => handleStreamOrSingleExecutionResult(done, formatResult) }),
    onExecutionResult({ result, setResult, context }) {
      setResult(withErrors(result as ExecutionResult, context));
    },
    // What was thrown before the parameters were known.
    onResultProcess({ result, setResult, serverContext }) {
      setResult(withErrors(result as ExecutionResult, serverContext));
    },
  };
}

const afterExecution = {
  onExecuteDone: (done: Parameters<typeof handleStreamOrSingleExecutionResult>[0]) =>
    handleStreamOrSingleExecutionResult(done, formatResult),
};

interface Executed {
  args: { contextValue?: unknown };
  result: ExecutionResult;
  setResult: (result: ExecutionResult) => void;
}

/** Errors come first, as the specification advises, however the operation was run. */
function formatResult({ args, result, setResult }: Executed): void {
  if (!result.errors) return;
  const { errors, ...others } = result;
  setResult({ errors: formatFailures(errors, args.contextValue as Context), ...others });
}

/** A result whose errors are formatted: those of a refusal are not before. Anything else stays as it is. */
export function withErrors(result: ExecutionResult, context: Context): ExecutionResult {
  const { data, errors } = result;
  if (data !== undefined || !errors) return result;
  return { errors: errors.map((error) => (isFormatted(error) ? error : formatThrown(error, context))) };
}
