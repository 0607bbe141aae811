import type { ExecutionResult } from 'graphql';
import { handleStreamOrSingleExecutionResult } from 'graphql-yoga';
import { formatFailures, formatThrown, isFormatted } from '../errors/format-errors.js';
import type { Context } from '../execution/context.js';
import type { Plugin } from './plugin.js';

/**
 * Formats all errors: those of executions, after all other plugins, and those that ended a call before its execution.
 */
export function useErrors(): Plugin {
  return {
    onExecute: () => afterExecution,
    onSubscribe: () => ({ onSubscribeResult: (done) => handleStreamOrSingleExecutionResult(done, formatResult) }),
    onExecutionResult({ result, setResult, context }) {
      setResult(withErrors(result as ExecutionResult, context));
    },
    // Formats errors that were thrown before the parameters were read.
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

/** Formats the errors of a result and makes them its first member, as the specification advises. */
function formatResult({ args, result, setResult }: Executed): void {
  if (!result.errors) return;
  const { errors, ...otherMembers } = result;
  setResult({ errors: formatFailures(errors, args.contextValue as Context), ...otherMembers });
}

/** Formats the errors of a call that was refused before execution. Returns any other result unchanged. */
export function withErrors(result: ExecutionResult, context: Context): ExecutionResult {
  const { data, errors } = result;
  if (data !== undefined || !errors) return result;
  return { errors: errors.map((error) => (isFormatted(error) ? error : formatThrown(error, context))) };
}
