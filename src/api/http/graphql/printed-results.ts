import type { ExecutionResult } from 'graphql';
import { printResult } from '../../graphql/execution/introspection.js';
import type { Result } from '../../graphql/executor.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';

/** A printed result: Yoga gets its JSON from `stringify`. */
interface Printed extends ExecutionResult {
  stringify: () => string | Buffer;
}

/** Prints the results of requests, long ones in time slices of the event loop. */
export function usePrintedResults(): Plugin {
  return {
    onParams({ context: { exchange }, paramsHandler, setParamsHandler }) {
      if (exchange) setParamsHandler(async (payload) => printed((await paramsHandler(payload)) as Result));
    },
  };
}

/**
 * Adds the JSON of a result. A stream is returned unchanged, and so is a refusal, whose errors are not formatted yet.
 */
async function printed(result: Result): Promise<Result> {
  if (!('data' in result)) return result;
  const json = await printResult(result);
  const printedResult: Printed = { ...result, stringify: () => json };
  return printedResult;
}
