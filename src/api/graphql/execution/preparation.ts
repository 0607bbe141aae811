import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../platform/base/limits.js';
import { type Cache, createCache } from '../../../platform/cache/cache.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { type Cost, compileCost } from './cost.js';
import { compileExecution, type Execute } from './execute.js';
import { introspectionKey, keepPrinted } from './introspection.js';
import type { Params } from './params.js';

/** An operation that is parsed and valid: ready to run any number of times. */
export interface Prepared {
  execute: Execute;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** What calls cost; stored operations are trusted and have none. */
  cost?: Cost;
  /** Whether the price of a stored operation is taken already. */
  isPaid?: boolean;
}

/** What a document that cannot run is answered with; no document where the text is none. */
export interface Refused {
  document?: DocumentNode;
  errors: readonly GraphQLError[];
}

/** Whether a document was refused. */
export function isRefused(prepared: Prepared | Refused): prepared is Refused {
  return 'errors' in prepared;
}

/** The operation that a text was found to be; undefined if it was refused, or is not known yet. */
export function preparedOf(found: Prepared | Refused | undefined): Prepared | undefined {
  return found && !isRefused(found) ? found : undefined;
}

/** The texts that are known, each with what it was found to be. */
export interface Texts {
  find(params: Params): Prepared | Refused | undefined;
  /** Another text that asks the same of the schema, found fit to run. */
  findSame(params: Params, document: DocumentNode): Prepared | undefined;
  /** Keeps what a text was found to be, and returns it: an operation if its document, which has one of that name, has no errors. */
  keep(params: Params, found: Refused): Prepared | Refused;
}

/** Long texts are not kept, and all kept ones have a bound together: keys are chosen by clients. Sizes in characters. */
const keptTexts = {
  max: 1000,
  maxSize: limits.knownTexts.value,
  maxEntrySize: 65_536,
  sizeCalculation: (_: unknown, key: string) => key.length,
};

/** Characters of a result about the schema that is cached at most: clients choose what they ask of it. */
const maxAnswer = 2_097_152;

/** A result about the schema, and its length as JSON. */
interface Answer {
  result: ExecutionResult;
  length: number;
}

/** Makes the memory of texts of one schema. */
export function createTexts(schema: GraphQLSchema): Texts {
  const known = new LRUCache<string, Prepared | Refused>(keptTexts);
  const introspections = new LRUCache<string, Prepared>({ max: 50 });
  const answers: Answers = createCache({ name: 'results about the schema', weigh: ({ length }) => 2 * length });
  const introspectionOf = (document: DocumentNode, { operationName }: Params): string | null => {
    const operation = getOperationAST(document, operationName);
    return operation ? introspectionKey(document, operation) : null;
  };
  const made = (params: Params, { document, errors }: Refused): Prepared | Refused => {
    if (errors.length > 0 || !document) return { ...(document && { document }), errors };
    const operation = getOperationAST(document, params.operationName)!;
    const cost = compileCost(schema, document, operation);
    const key = introspectionOf(document, params);
    const prepared = { ...prepare(schema, document, operation), cost };
    if (key === null) return prepared;
    const kept = keepAnswer(answers, key, prepared);
    introspections.set(key, kept);
    return kept;
  };
  const keep = (params: Params, one: Prepared | Refused): void => void known.set(keyOf(params), one);
  return {
    find: (params) => known.get(keyOf(params)),
    findSame(params, document) {
      const key = introspectionOf(document, params);
      const same = key === null ? undefined : introspections.get(key);
      if (!same) return undefined;
      const own = { ...same, document, operation: getOperationAST(document, params.operationName)! };
      keep(params, own);
      return own;
    },
    keep(params, found) {
      const one = made(params, found);
      keep(params, one);
      return one;
    },
  };
}

function keyOf({ query, operationName }: Params): string {
  return `${operationName ?? ''}\n${query}`;
}

type Answers = Cache<Answer>;

/** The schema does not change: what is asked of it is found out once for all who ask, and kept as long as there is room. */
function keepAnswer(answers: Answers, key: string, prepared: Prepared): Prepared {
  let asked: Promise<ExecutionResult> | undefined;
  const ask = async (...call: Parameters<Execute>): Promise<ExecutionResult> => {
    const answer = await prepared.execute(...call);
    await yieldToEventLoop();
    const length = answer.data ? keepPrinted(answer.data) : Number.POSITIVE_INFINITY;
    if (length <= maxAnswer) answers.set(key, { result: answer, length });
    return answer;
  };
  return {
    ...prepared,
    execute(...call) {
      const known = answers.get(key);
      if (known) return known.result;
      asked ??= ask(...call).finally(() => {
        asked = undefined;
      });
      return asked;
    },
  };
}

/** Makes an operation ready that is known to be valid. */
export function prepare(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Prepared {
  return { document, operation, execute: compileExecution(schema, document, operation) };
}

/** What is wrong with the name of an operation; nothing if the document has that operation. */
export function wrongName(document: DocumentNode, { operationName: name }: Params): GraphQLError | undefined {
  if (getOperationAST(document, name)) return undefined;
  const what = name
    ? `No operation named ${JSON.stringify(name)} in the document`
    : 'Name one of the operations of the document in operationName';
  return new GraphQLError(what);
}
