import type { ExecutionResult } from 'graphql';
import type { Context } from '../graphql/context.js';
import { printAnswer } from '../graphql/introspection.js';
import type { Params } from '../graphql/params.js';
import type { Result } from '../graphql/pipeline.js';
import { isRefused } from '../graphql/preparation.js';
import { createResponseCache } from './response-cache.js';

/** The result of a reading that has no errors, as JSON. */
export interface Printed {
  json: string | Buffer;
}

/** What an executor answers, or what is known to be the answer. */
export type Answered = Result | Printed;

const responses = createResponseCache<Printed>('of the graph', (answered) => {
  if (!('json' in answered)) return null;
  const json = Buffer.from(answered.json as string | Buffer);
  return { response: { json }, bytes: json.length };
});

/** What a call comes to: that of a reading is printed, and the same as before where nothing was written since. */
export async function printedReading(params: Params, context: Context, run: () => Promise<Result>): Promise<Answered> {
  const { operationName, query, variables } = params;
  const name = `${operationName ?? ''}\n${query}\n${variables ? JSON.stringify(variables) : ''}`;
  return responses.answer<Answered>({ context, name }, async () => {
    const result = await run();
    return isReading(params) && isWhole(result) ? { json: await printAnswer(result) } : result;
  });
}

function isReading({ operation }: Params): boolean {
  return operation !== undefined && !isRefused(operation) && operation.operation.operation === 'query';
}

function isWhole(result: Result): result is ExecutionResult {
  return 'data' in result && result.data != null && !result.errors;
}
