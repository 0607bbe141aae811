import { type DocumentNode, type GraphQLSchema, print, validate } from 'graphql';
import { standardErrors } from '../../graphql/validation/check-text.js';
import { limitsRule } from '../../graphql/validation/limits.js';
import { withOperationName } from '../documents/table.js';
import type { RestOperation } from '../operation.js';
import type { RestOperations } from '../operations.js';
import type { Variables } from '../requests/requests.js';
import { type Examples, parameterExample } from './samples.js';

/** An operation as the API reference shows it, next to the form that sends its request. */
export interface ApiOperation {
  /** The role that may send the sample request; absent if the operation has no sample. */
  may?: string;
  method: string;
  /** URL of the sample without scheme and host, with the query string. */
  address: string;
  body?: unknown;
  /** The standard GraphQL document that the operation runs; `variables` are those of the sample. */
  query: string;
  variables: Variables;
  /** Reasons why the GraphQL endpoint refuses the document if a client sends it, one sentence each. */
  refusals?: string[];
}

/**
 * Returns the operations for the API reference, by operation id.
 * @param graph the schema that clients see
 * @throws Error that names the operation, if its sample breaks a rule of the input
 */
export function apiOperations(
  { operations }: RestOperations,
  graph: GraphQLSchema,
  examples: Examples,
): Record<string, ApiOperation> {
  return Object.fromEntries(
    operations.map((operation) => {
      const { id } = operation.route;
      const refusals = refusalsOf(operation.document, graph);
      const entry = withOperationName(id, () => apiOperation(operation, examples));
      return [id, refusals.length > 0 ? { ...entry, refusals } : entry];
    }),
  );
}

function apiOperation({ route, variables, document, read }: RestOperation, examples: Examples): ApiOperation {
  const { may, body } = examples.samples[route.id] ?? {};
  const given = (place: string) =>
    variables
      .filter((one) => one.place === place)
      .map((one) => [one.wireName, parameterExample(examples, route.id, one)] as const)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)] as const);
  const [inPath, query] = [Object.fromEntries(given('path')), Object.fromEntries(given('query'))];
  const params = route.rest === undefined ? inPath : { ...inPath, '*': inPath[route.rest] };
  const path = route.path.replace(/\{(\w+)\}/g, (text, name: string) => inPath[name] ?? text);
  const search = new URLSearchParams(query).toString();
  return {
    ...(may === undefined ? {} : { may }),
    method: route.method,
    address: search === '' ? path : `${path}?${search}`,
    ...(body === undefined ? {} : { body }),
    query: print(document),
    variables: read({ params, query, body }),
  };
}

/**
 * Returns the errors that a client gets when it sends the document to the GraphQL endpoint. Only stored operations may
 * use internal fields and exceed the limits.
 */
function refusalsOf(document: DocumentNode, schema: GraphQLSchema): string[] {
  const limits = validate(schema, document, [limitsRule]);
  const errors = limits.length > 0 ? limits : standardErrors(schema, document, { hidesSchema: false });
  return [...new Set(errors.map(({ message }) => message))];
}
