import { AppError } from '../errors.js';

/** The parameters of GraphQL over HTTP. */
export interface Parameters {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

/** Reads the parameters of a POST; what they break is told as an error, not thrown. */
export function parametersOf(body: unknown): Parameters | AppError {
  const bad = (message: string): AppError => new AppError('BAD_USER_INPUT', message);
  if (Array.isArray(body)) return bad('Batches of operations are not served: send one object with `query`');
  if (!isObject(body)) return bad('The body must be an object with `query`');
  const { query, operationName, variables, extensions } = body;
  if (typeof query !== 'string') return bad(`\`query\` must be a string, got ${describe(query)}`);
  if (operationName != null && typeof operationName !== 'string')
    return bad(`\`operationName\` must be a string, got ${describe(operationName)}`);
  if (variables != null && !isObject(variables))
    return bad(`\`variables\` must be an object, got ${describe(variables)}`);
  if (extensions != null && !isObject(extensions))
    return bad(`\`extensions\` must be an object, got ${describe(extensions)}`);
  return {
    query,
    operationName: operationName as string | null,
    variables: variables as Record<string, unknown> | null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80);
}
