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
import { cachePrinted, introspectionKey } from './introspection.js';
import type { Params } from './params.js';

/** A parsed and valid operation, ready to run any number of times. */
export interface Prepared {
  execute: Execute;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  /** Cost of its calls; absent for stored operations, which have a fixed price. */
  cost?: Cost;
  /** Whether another operation has already paid the price of this stored operation. */
  isPaid?: boolean;
}

/** Errors of a document that cannot run; `document` is absent if the text cannot be parsed. */
export interface Refused {
  document?: DocumentNode;
  errors: readonly GraphQLError[];
}

/** Reports whether a document was refused. */
export function isRefused(prepared: Prepared | Refused): prepared is Refused {
  return 'errors' in prepared;
}

/** Returns the prepared operation of a text; undefined if the text was refused or is not cached. */
export function preparedOf(found: Prepared | Refused | undefined): Prepared | undefined {
  return found && !isRefused(found) ? found : undefined;
}

/** Cache of query texts, each with its prepared or refused operation. */
export interface DocumentCache {
  find(params: Params): Prepared | Refused | undefined;
  /** Finds the prepared operation of an introspection query that equals the document but has a different text. */
  findSame(params: Params, document: DocumentNode): Prepared | undefined;
  /**
   * Caches the outcome of checking a text and returns it: a prepared operation if the document has no errors. A
   * document without errors must contain the named operation.
   */
  keep(params: Params, found: Refused): Prepared | Refused;
}

/**
 * Limits of the text cache, in characters. Clients choose the keys, so the cache excludes long texts and limits the
 * total length.
 */
const documentCacheOptions = {
  max: 1000,
  maxSize: limits.knownTexts.value,
  maxEntrySize: 65_536,
  sizeCalculation: (_: unknown, key: string) => key.length,
};

/** Maximum length of a cached introspection result, in characters. There is a limit because clients choose the size. */
const maxCachedLength = 2_097_152;

/** Result of an introspection query, and its length as JSON. */
interface CachedResult {
  result: ExecutionResult;
  length: number;
}

/** Creates the text cache of one schema. */
export function createDocumentCache(schema: GraphQLSchema): DocumentCache {
  const known = new LRUCache<string, Prepared | Refused>(documentCacheOptions);
  const introspections = new LRUCache<string, Prepared>({ max: 50 });
  const answers: Answers = createCache({ name: 'results about the schema', weigh: ({ length }) => 2 * length });
  const introspectionOf = (document: DocumentNode, { operationName }: Params): string | null => {
    const operation = getOperationAST(document, operationName);
    return operation ? introspectionKey(document, operation) : null;
  };
  const prepareDocument = (params: Params, { document, errors }: Refused): Prepared | Refused => {
    if (errors.length > 0 || !document) return { ...(document && { document }), errors };
    const operation = getOperationAST(document, params.operationName)!;
    const cost = compileCost(schema, document, operation);
    const key = introspectionOf(document, params);
    const prepared = { ...prepare(schema, document, operation), cost };
    if (key === null) return prepared;
    const cached = cacheIntrospection(answers, key, prepared);
    introspections.set(key, cached);
    return cached;
  };
  const set = (params: Params, one: Prepared | Refused): void => void known.set(documentKey(params), one);
  return {
    find: (params) => known.get(documentKey(params)),
    findSame(params, document) {
      const key = introspectionOf(document, params);
      const introspection = key === null ? undefined : introspections.get(key);
      if (!introspection) return undefined;
      const own = { ...introspection, document, operation: getOperationAST(document, params.operationName)! };
      set(params, own);
      return own;
    },
    keep(params, found) {
      const one = prepareDocument(params, found);
      set(params, one);
      return one;
    },
  };
}

function documentKey({ query, operationName }: Params): string {
  return `${operationName ?? ''}\n${query}`;
}

type Answers = Cache<CachedResult>;

/**
 * Caches the result of an introspection query if it is small enough, because the schema does not change. Concurrent
 * calls share one execution.
 */
function cacheIntrospection(answers: Answers, key: string, prepared: Prepared): Prepared {
  let inFlight: Promise<ExecutionResult> | undefined;
  const executeAndCache = async (...call: Parameters<Execute>): Promise<ExecutionResult> => {
    const answer = await prepared.execute(...call);
    await yieldToEventLoop();
    const length = answer.data ? cachePrinted(answer.data) : Number.POSITIVE_INFINITY;
    if (length <= maxCachedLength) answers.set(key, { result: answer, length });
    return answer;
  };
  return {
    ...prepared,
    execute(...call) {
      const known = answers.get(key);
      if (known) return known.result;
      inFlight ??= executeAndCache(...call).finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
  };
}

/** Prepares an operation that is known to be valid. */
export function prepare(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Prepared {
  return { document, operation, execute: compileExecution(schema, document, operation) };
}

/** Returns the error for an unknown operation name; undefined if the document has that operation. */
export function operationNameError(document: DocumentNode, { operationName: name }: Params): GraphQLError | undefined {
  if (getOperationAST(document, name)) return undefined;
  const what = name
    ? `No operation named ${JSON.stringify(name)} in the document`
    : 'Name one of the operations of the document in operationName';
  return new GraphQLError(what);
}
