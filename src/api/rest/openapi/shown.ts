import { type DocumentNode, type GraphQLSchema, print, validate } from 'graphql';
import { standardErrors } from '../../graphql/validation/check-text.js';
import { limitsRule } from '../../graphql/validation/limits.js';
import { named } from '../documents/table.js';
import type { RestOperation } from '../operation.js';
import type { RestOperations } from '../operations.js';
import type { Variables } from '../requests/requests.js';
import { type Examples, parameterExample } from './samples.js';

/** An operation as the reference shows it beside its form. */
export interface ShownOperation {
  /** Who may send it; absent where it has no sample. */
  may?: string;
  method: string;
  /** The address of its sample below the server, with the query. */
  address: string;
  body?: unknown;
  /** What it runs in the graph, in standard GraphQL; the variables of the sample. */
  query: string;
  variables: Variables;
  /** Why it runs here alone, where the graph refuses it in a request of a client; a sentence each. */
  refusals?: string[];
}

/**
 * What the reference shows of every operation, by operation id.
 * @param graph the schema that clients see
 * @throws Error naming the operation where its sample breaks a rule of its input.
 */
export function shownOperations(
  { operations }: RestOperations,
  graph: GraphQLSchema,
  examples: Examples,
): Record<string, ShownOperation> {
  return Object.fromEntries(
    operations.map((operation) => {
      const { id } = operation.route;
      const refusals = refusalsOf(operation.document, graph);
      const shown = named(id, () => shownOperation(operation, examples));
      return [id, refusals.length > 0 ? { ...shown, refusals } : shown];
    }),
  );
}

function shownOperation({ route, variables, document, read }: RestOperation, examples: Examples): ShownOperation {
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

/** What the graph allows stored operations alone: fields of theirs, and more than its limits. */
function refusalsOf(document: DocumentNode, schema: GraphQLSchema): string[] {
  const limits = validate(schema, document, [limitsRule]);
  const errors = limits.length > 0 ? limits : standardErrors(schema, document, { hidesSchema: false });
  return [...new Set(errors.map(({ message }) => message))];
}
