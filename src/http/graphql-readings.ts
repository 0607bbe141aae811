import type { ExecutionResult } from 'graphql';
import type { Context } from '../graphql/context.js';
import { printAnswer } from '../graphql/introspection.js';
import type { Params } from '../graphql/params.js';
import type { Result } from '../graphql/pipeline.js';
import { isRefused } from '../graphql/preparation.js';
import { bytesOf } from '../threads/long-json.js';
import { type Cacheable, createResponseCache } from './response-cache.js';

/** The result of a reading that has no errors, as JSON. */
export interface Printed {
  json: string | Buffer;
}

/** What an executor answers, or what is known to be the answer. */
export type Answered = Result | Printed;

/** One call of the graph. */
export interface GraphCall {
  params: Params;
  context: Context;
}

/** What a call comes to: that of a reading is printed, and the same as before where nothing was written since. */
export type PrintedReading = (call: GraphCall, run: () => Promise<Result>) => Promise<Answered>;

/** Makes what keeps the readings of an application. */
export function createReadings(): PrintedReading {
  const responses = createResponseCache<Printed>('of the graph', sentAgain);
  return ({ params, context }, run) =>
    responses.answer<Answered>({ context, name: nameOf(params) }, async () => {
      const result = await run();
      return isReading(params) && isWhole(result) ? { json: await printAnswer(result) } : result;
    });
}

/** What a call asks for: the first line and the last one are JSON, which has no ends of lines. */
function nameOf({ operationName = null, query, variables }: Params): string {
  return `${JSON.stringify(operationName)}\n${query}\n${variables ? JSON.stringify(variables) : ''}`;
}

function sentAgain(answered: object): Cacheable<Printed> | null {
  if (!('json' in answered)) return null;
  const json = bytesOf(answered.json as string | Buffer);
  return { response: { json }, bytes: json.length };
}

function isReading({ operation }: Params): boolean {
  return operation !== undefined && !isRefused(operation) && operation.operation.operation === 'query';
}

function isWhole(result: Result): result is ExecutionResult {
  return 'data' in result && result.data != null && !result.errors;
}
