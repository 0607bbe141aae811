import type { ExecutionResult } from 'graphql';
import { printResult } from '../../graphql/execution/introspection.js';
import type { Result } from '../../graphql/executor.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';

/** A result that contains its own JSON; Yoga gets the JSON from `stringify`. */
interface Printed extends ExecutionResult {
  stringify: () => string | Buffer;
}

/** Prints the results of requests as JSON, and long results in time slices of the event loop. */
export function usePrintedResults(): Plugin {
  return {
    onParams({ context: { exchange }, paramsHandler, setParamsHandler }) {
      if (exchange) setParamsHandler(async (payload) => withPrintedJson((await paramsHandler(payload)) as Result));
    },
  };
}

/**
 * Adds the JSON of a result. Returns streams unchanged, and also refusals, because their errors are not formatted yet.
 */
async function withPrintedJson(result: Result): Promise<Result> {
  if (!('data' in result)) return result;
  const json = await printResult(result);
  const printedResult: Printed = { ...result, stringify: () => json };
  return printedResult;
}
