import { AppError } from '../../../platform/base/errors.js';
import type { Plugin } from '../../graphql/plugins/plugin.js';
import { parseJson } from '../bodies/json-body.js';

/** The members of a body that are parameters of GraphQL over HTTP; Yoga checks their types. */
interface Parameters {
  query?: string;
  operationName?: string;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
}

/**
 * Passes the parameters that Fastify has read to Yoga. Fastify reads bodies in fair order and within limits, and
 * refuses malicious JSON.
 */
export function useParameters(): Plugin {
  return {
    onRequestParse({ request: { method }, setRequestParser, serverContext }) {
      const { request, failure } = serverContext.exchange!;
      if (failure) throw failure;
      if (method === 'POST') setRequestParser(() => parametersOf(request.body));
      else if (method === 'GET') setRequestParser(() => parametersOfAddress(request.query as Record<string, unknown>));
    },
  };
}

/**
 * Reads the parameters from a body. Ignores other members, because some clients send additional ones. An array is a
 * batch, which Yoga refuses.
 */
function parametersOf(body: unknown): Parameters | Parameters[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null)
    throw new AppError('BAD_USER_INPUT', 'The body must be an object with `query`');
  const { query, operationName, variables, extensions } = body as Parameters;
  return checkParameters({ query, operationName, variables, extensions } as Parameters);
}

/** Reads the parameters from a query string with the rules of bodies; variables and extensions are JSON. */
function parametersOfAddress(address: Record<string, unknown>): Parameters | Parameters[] {
  return parametersOf({
    ...address,
    variables: parseJsonText(address.variables),
    extensions: parseJsonText(address.extensions),
  });
}

function parseJsonText(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(new TextEncoder().encode(text)) : text;
}

/**
 * Checks the type of `operationName`, which Yoga does not check.
 * @throws BAD_USER_INPUT for an `operationName` that is not a string
 */
function checkParameters(params: Parameters): Parameters {
  const { operationName } = params;
  if (operationName != null && typeof operationName !== 'string') {
    const got = JSON.stringify(operationName).slice(0, 80);
    throw new AppError('BAD_USER_INPUT', `\`operationName\` must be a string (got ${got})`);
  }
  return params;
}
