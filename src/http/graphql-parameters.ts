import { AppError } from '../errors.js';
import { parseJson } from './json-body.js';

/** The parameters of GraphQL over HTTP. */
export interface Parameters {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/**
 * Reads the parameters of a POST. The hash of a persisted query beside `query` is ignored.
 * @throws BAD_USER_INPUT for a body that breaks the rules of GraphQL over HTTP; PERSISTED_QUERY_NOT_SUPPORTED for a hash
 * without `query`
 */
export function parametersOf(body: unknown): Parameters {
  if (Array.isArray(body)) throw bad('Batches of operations are not served: send one object with `query`');
  if (!isObject(body)) throw bad('The body must be an object with `query`');
  const { query, operationName, variables, extensions } = body;
  if (query == null && isObject(extensions) && isObject(extensions.persistedQuery)) throw persistedQueryNotSupported();
  if (typeof query !== 'string') throw bad(`\`query\` must be a string (got ${describe(query)})`);
  if (operationName != null && typeof operationName !== 'string')
    throw bad(`\`operationName\` must be a string (got ${describe(operationName)})`);
  if (variables != null && !isObject(variables))
    throw bad(`\`variables\` must be an object (got ${describe(variables)})`);
  if (extensions != null && !isObject(extensions))
    throw bad(`\`extensions\` must be an object (got ${describe(extensions)})`);
  return { query, operationName: operationName as string | null, variables: variables ?? null };
}

/** Reads the parameters of a GET, where variables and extensions are JSON. @throws the same errors as `parametersOf` */
export function parametersOfAddress(address: unknown): Parameters {
  const given = address as Record<string, unknown>;
  return parametersOf({ ...given, variables: parsed(given.variables), extensions: parsed(given.extensions) });
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(new TextEncoder().encode(text)) : text;
}

/** Apollo Client and urql's `persistedExchange` send the text of the query when they read exactly this message. */
function persistedQueryNotSupported(): AppError {
  return new AppError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported');
}

function bad(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
