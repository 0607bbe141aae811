import type { FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import type { Context } from '../graphql/context.js';
import type { Result } from '../graphql/executor.js';
import { printAnswer } from '../graphql/introspection.js';
import type { Params } from '../graphql/params.js';
import type { Plugin } from '../graphql/plugins/plugin.js';
import { preparedOf } from '../graphql/preparation.js';
import { bytesOf } from '../threads/long-json.js';
import { acceptsJson } from './accepted.js';
import { type Cacheable, createResponseCache, longestName } from './response-cache.js';

/** A result that is printed: Yoga takes its JSON from `stringify`. */
interface Printed extends ExecutionResult {
  stringify: () => string | Buffer;
}

/** Results that may be sent again: of queries, and without errors. */
const lasting = new WeakSet<object>();

/**
 * Prints the results of requests, long ones in turns, and sends those of queries again as they were if nothing was written since.
 * @param isWatched whether plugins want to see every operation: then none is sent again
 */
export function useKnownResponses({ isWatched }: { isWatched: boolean }): Plugin {
  const responses = createResponseCache<Printed>('of the graph', sentAgain);
  return {
    onParams({ context: { exchange }, params, paramsHandler, setParamsHandler }) {
      if (!exchange) return;
      const isKnown = !isWatched && acceptsJson(exchange.request) && !isLong(exchange.request);
      setParamsHandler((payload) => {
        const { context } = payload;
        const make = async (): Promise<Result> => printed((await paramsHandler(payload)) as Result, context);
        return isKnown ? responses.answer<Result>({ context, name: nameOf(params as Params) }, make) : make();
      });
    },
  };
}

/** What a call asks for: the first line and the last one are JSON, which has no ends of lines. */
function nameOf({ operationName = '', query, variables }: Params): string {
  return `${JSON.stringify(operationName)}\n${query}\n${variables ? JSON.stringify(variables) : ''}`;
}

/** Whether what a request asks for may be too long to be told; who sends it in pieces does not say. */
function isLong({ method, headers }: FastifyRequest): boolean {
  return method === 'POST' && !(Number(headers['content-length']) <= longestName);
}

/** A result with its JSON. A stream and a refusal, whose errors are not formatted yet, stay as they are. */
async function printed(result: Result, { operation }: Context): Promise<Result> {
  if (!('data' in result)) return result;
  const json = await printAnswer(result);
  const isQuery = preparedOf(operation)?.operation.operation === 'query';
  const made: Printed = { ...result, stringify: () => json };
  if (isQuery && result.data != null && !result.errors) lasting.add(made);
  return made;
}

function sentAgain(made: object): Cacheable<Printed> | null {
  if (!lasting.has(made)) return null;
  const json = bytesOf((made as Printed).stringify());
  return { response: { data: null, stringify: () => json }, bytes: json.length };
}
