import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.js';
import type { Context } from './context.js';
import { maxCost } from './cost.js';
import { formatFailures, formatRefusals } from './format-errors.js';
import { requireOneMutation } from './one-mutation.js';
import { createPreparation, type Prepared, prepare, prepareText, type Refused } from './preparation.js';

/** One call of an operation. */
export interface Call {
  context: Context;
  variables?: Record<string, unknown> | null;
}

/** The one function of the product that executes operations, for GraphQL over HTTP, stored operations and tests. */
export interface Executor {
  schema: GraphQLSchema;
  /** Parses and validates a text once, in turns of the event loop; later calls find it by text and operation name. */
  prepareText(text: string, operationName?: string | null): Promise<Prepared | Refused>;
  /** Points that preparing a text costs: none where it is known, else one for each 500 characters. */
  priceOf(text: string, operationName?: string | null): number;
  /** Makes a stored operation ready; it is exempt from limits and cost. */
  prepare(document: DocumentNode): Prepared;
  /** Runs a prepared operation; `refused` is set where variables or cost forbid it. Never throws. */
  run(prepared: Prepared, call: Call): Promise<ExecutionResult & { refused?: true }>;
}

/** Long texts are not kept, and all kept ones have a bound together: keys are chosen by clients. Sizes in characters. */
const cachedText = {
  maxSize: 8_388_608,
  maxEntrySize: 65_536,
  sizeCalculation: (_: unknown, key: string) => key.length,
};

/**
 * How many mistakes of variables are told. Each is a sentence made of the whole value: a list of 2 MiB that is wrong in
 * every place would keep the process for minutes, and be answered with a hundred megabytes.
 */
const maxErrors = 5;

/** How an executor is made. */
export interface ExecutorOptions {
  /** False hides the schema, and the suggestions that would leak it. */
  introspection: boolean;
  /** From which call on an operation is compiled, where it can be; default 3. */
  compiledFrom?: number;
}

/** Makes the executor of a schema. */
export function createExecutor(schema: GraphQLSchema, options: ExecutorOptions): Executor {
  const cache = new LRUCache<string, Prepared | Refused>({ max: 1000, ...cachedText });
  const running = { schema, compiledFrom: options.compiledFrom ?? 3 };
  const hideSuggestions = !options.introspection;
  const preparation = createPreparation(running, { hidesSchema: hideSuggestions });
  return {
    schema,
    priceOf: (text, operationName) => (cache.has(keyOf(text, operationName)) ? 0 : Math.floor(text.length / 500)),
    async prepareText(text, operationName) {
      const key = keyOf(text, operationName);
      const known = cache.get(key);
      if (known) return known;
      const prepared = await prepareText(preparation, text, operationName);
      cache.set(key, prepared);
      return prepared;
    },
    prepare: (document) => prepare(running, document, getOperationAST(document)!),
    run: (prepared, call) => run({ schema, hideSuggestions }, prepared, call),
  };
}

function keyOf(text: string, operationName?: string | null): string {
  return `${operationName ?? ''}\n${text}`;
}

interface Rules {
  schema: GraphQLSchema;
  hideSuggestions: boolean;
}

async function run(rules: Rules, prepared: Prepared, call: Call): Promise<ExecutionResult & { refused?: true }> {
  const variables = call.variables ?? {};
  const { context } = call;
  const wrong = wrongVariables(rules, prepared, variables);
  if (wrong) return { refused: true, errors: formatRefusals(wrong, context) };
  try {
    requireOneMutation(prepared, context);
    const cost = chargeFor(prepared, variables);
    await context.charge(cost);
    const { errors, data } = await prepared.execute(context, variables);
    // In one order, however it was run: errors first, as the specification advises.
    return {
      ...(errors && { errors: formatFailures(errors, context) }),
      data,
      ...(prepared.cost && { extensions: { cost } }),
    };
  } catch (error) {
    return { refused: true, errors: formatFailures([error as Error], context) };
  }
}

/**
 * What graphql-js finds wrong with variables; graphql-jit's own check lets two members of a @oneOf through. Those of
 * stored operations come from the REST engine, which has held them against the same types already.
 */
function wrongVariables({ schema, hideSuggestions }: Rules, { operation, cost }: Prepared, variables: object) {
  const definitions = operation.variableDefinitions ?? [];
  if (!cost || definitions.length === 0) return undefined;
  const options = { maxErrors, hideSuggestions };
  return getVariableValues(schema, definitions, variables as Record<string, unknown>, options).errors;
}

/** What a call takes from the caller's budget: its cost; for stored operations 1 and a fiftieth of the page size. */
function chargeFor(prepared: Prepared, variables: Record<string, unknown>): number {
  if (!prepared.cost) return 1 + Number(variables.limit ?? 0) / 50;
  const cost = prepared.cost(variables);
  if (!(cost <= maxCost)) {
    const message = `The cost of a query must be at most ${maxCost}, got ${Math.round(cost)}; ask for smaller pages`;
    throw new AppError('BAD_USER_INPUT', message, { reason: 'QUERY_TOO_COMPLEX' });
  }
  return Math.max(1, cost);
}
