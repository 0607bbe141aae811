import type { ExecutionResult } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { takeTurns } from '../threads/turns.js';
import { oneMutation } from './call-rules/one-mutation.js';
import { postForMutations } from './call-rules/post-for-mutations.js';
import { variables } from './call-rules/variables.js';
import type { Context } from './context.js';
import { defaultCostLimit } from './counting.js';
import type { ExecutorOptions } from './executor.js';
import { formatRefusals, formatThrown } from './format-errors.js';
import type { Params } from './params.js';
import { useCallRules } from './plugins/use-call-rules.js';
import { useCompiledExecution } from './plugins/use-compiled-execution.js';
import { useCost } from './plugins/use-cost.js';
import { useMasking } from './plugins/use-masking.js';
import { usePrepared } from './plugins/use-prepared.js';
import { useRules } from './plugins/use-rules.js';
import { isRefused, type Prepared, type Texts } from './preparation.js';
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
      useCallRules([postForMutations, variables(schema, hiding), oneMutation]),
      useCost(options.costLimit ?? defaultCostLimit),
      useCompiledExecution(),
      ...(options.plugins ?? []),
      useMasking(),
    ],
  });
  const watchesTexts = (options.plugins ?? []).some(({ onParse, onValidate }) => onParse || onValidate);
  const answer: Pipeline = async (params, context) => {
    const enveloped = getEnveloped(context);
    params.operation ??= texts.find(params);
    if (!isReady(params) || watchesTexts) {
      const errors = await readText(enveloped, params, context);
      if (errors.length > 0) return { errors: formatRefusals(errors, context) };
    }
    const { document, operation } = params.operation as Prepared;
    const { operationName, variables: variableValues } = params;
    const run = operation.operation === 'subscription' ? enveloped.subscribe : enveloped.execute;
    return run({ schema, document, contextValue: await enveloped.contextFactory(), variableValues, operationName });
  };
  return async (params, context) => {
    context.params = params;
    const { account } = context;
    try {
      account.begin();
    } catch (error) {
      return { errors: [formatThrown(error as Error, context)] };
    }
    try {
      return await answer(params, context);
    } catch (error) {
      return { errors: [formatThrown(error as Error, context)] };
    } finally {
      const givenBack = account.end();
      if (givenBack) await givenBack;
    }
  };
}

/** Whether a text is known to be fit to run: no hook has to say what it was found to be, unless a given plugin asks for it. */
function isReady({ operation }: Params): boolean {
  return operation !== undefined && !isRefused(operation);
}

type Enveloped = ReturnType<ReturnType<typeof createYoga<Context>>['getEnveloped']>;

/** Has a text parsed and validated, in turns where it is new; answers what is wrong with it. */
async function readText(
  { parse, validate, schema }: Enveloped,
  params: Params,
  context: Context,
): Promise<readonly Error[]> {
  const isNew = params.operation === undefined;
  if (isNew) await admit(params, context);
  const document = parse(params.query);
  if (isNew) await takeTurns();
  const errors = validate(schema, document);
  if (isNew) await takeTurns();
  return errors;
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
