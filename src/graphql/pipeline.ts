import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { takeTurns } from '../threads/turns.js';
import type { Context } from './context.js';
import { defaultCostLimit } from './counting.js';
import type { ExecutorOptions } from './executor.js';
import { formatRefusals, formatThrown } from './format-errors.js';
import type { Params } from './params.js';
import { useCompiledExecution } from './plugins/use-compiled-execution.js';
import { useCost } from './plugins/use-cost.js';
import { useMasking } from './plugins/use-masking.js';
import { useOneMutation } from './plugins/use-one-mutation.js';
import { usePostForMutations } from './plugins/use-post-for-mutations.js';
import { usePrepared } from './plugins/use-prepared.js';
import { useRules } from './plugins/use-rules.js';
import { useVariables } from './plugins/use-variables.js';
import { isRefused, type Texts } from './preparation.js';
import type { Running } from './running.js';

/** One result, or those of a stream as they come. A call that was refused has errors and no data. */
export type Result = ExecutionResult | AsyncIterable<ExecutionResult>;

/** Answers a call; never throws. */
export type Pipeline = (params: Params, context: Context) => Promise<Result>;

/**
 * Makes the one way that all operations go: Yoga with our plugins, and with those that are given besides. Its own server is
 * not used, since Fastify is one.
 */
export function createPipeline({ schema }: Running, texts: Texts, options: ExecutorOptions): Pipeline {
  const hiding = { hidesSchema: !options.introspection };
  const { getEnveloped } = createYoga<Context>({
    ...yogaOptions,
    schema,
    plugins: [
      useRules(hiding),
      usePrepared(texts),
      usePostForMutations(),
      useVariables(schema, hiding),
      useOneMutation(),
      useCost(options.costLimit ?? defaultCostLimit),
      useCompiledExecution(),
      ...(options.plugins ?? []),
      useMasking(),
    ],
  });
  const answer: Pipeline = async (params, context) => {
    const { parse, validate, contextFactory, execute, subscribe } = getEnveloped(context);
    params.operation ??= texts.find(params);
    const isNew = params.operation === undefined;
    if (isNew) await admit(params, context);
    const document = parse(params.query);
    if (isNew) await takeTurns();
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors: formatRefusals(errors, context) };
    if (isNew) await takeTurns();
    const { operationName, variables: variableValues } = params;
    const run = isSubscription(params) ? subscribe : execute;
    const contextValue = await contextFactory();
    return await run({ schema, document, contextValue, variableValues, operationName });
  };
  return (params, context) => {
    context.params = params;
    return counted(context, () => answer(params, context));
  };
}

/** Answers a call as one of those that its caller has under way; what it throws is formatted. */
async function counted(context: Context, answer: () => Promise<Result>): Promise<Result> {
  const { account } = context;
  try {
    account.begin();
  } catch (error) {
    return { errors: [formatThrown(error as Error, context)] };
  }
  try {
    return await answer();
  } catch (error) {
    return { errors: [formatThrown(error as Error, context)] };
  } finally {
    await account.end();
  }
}

/** What Yoga would add to the pipeline; the rest of it belongs to its server. */
const yogaOptions = { parserAndValidationCache: false, maskedErrors: false, logging: false } as const;

/** Characters of a new text that one point pays for. */
const charactersOfPoint = 500;

/** Takes the price of a text that is not known, and lets others have their turn before it is parsed. */
async function admit({ query }: Params, context: Context): Promise<void> {
  const price = Math.floor(query.length / charactersOfPoint);
  if (price > 0) await context.account.chargeOnce(price);
  await takeTurns();
}

function isSubscription({ operation }: Params): boolean {
  return operation !== undefined && !isRefused(operation) && operation.operation.operation === 'subscription';
}
