import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { compileAnswer, type Shaped } from './answers.js';
import { type RestDocument, readDocuments, type StoredOperations } from './documents.js';
import { executableOf, withFragments } from './executable.js';
import { inputCompiler } from './inputs.js';
import type { Variables } from './literals.js';
import { compileRequest, type RequestParts } from './requests.js';
import { type Result, resultsOf, type StatusSwitch } from './results.js';
import { assertDistinct, type Route, routeOf } from './routes.js';
import type { Scope } from './selections.js';
import { type RestVariable, variablesOf } from './variables.js';

/** One endpoint: a stored operation, compiled. */
export interface RestOperation {
  /** Name of the operation, the operation id of OpenAPI. */
  id: string;
  tag: string | undefined;
  /** The comment above the operation. */
  comment: string | undefined;
  node: OperationDefinitionNode;
  route: Route;
  variables: RestVariable[];
  results: Result[];
  switches: StatusSwitch[];
  /** What the executor runs: standard GraphQL, without our directives. */
  document: DocumentNode;
  /** A request as variables of `document`; throws AppError for what breaks a rule. */
  read: (request: RequestParts) => Variables;
  /** The data of an execution as an answer; null where the object does not exist. */
  shape: (data: unknown) => Shaped | null;
}

/** All endpoints, and the scope they were compiled in. */
export interface RestOperations {
  operations: RestOperation[];
  scope: Scope;
}

/**
 * Compiles every stored operation of some documents, with or without the name of their domain: for the routes, and for
 * their description.
 * @throws Error naming the operation and its fault; meant to stop the process at boot.
 */
export function compileOperations(
  schema: GraphQLSchema,
  documents: readonly (string | RestDocument)[],
): RestOperations {
  const stored = readDocuments(schema, documents);
  const scope = { schema, fragments: stored.fragments };
  const compileInput = inputCompiler();
  const whole = withFragments(
    stored.operations.map(({ node }) => node),
    scope,
  );
  const operations = stored.operations.map((one) => {
    try {
      return compileOperation({ ...one, stored: whole[one.node.name?.value ?? '']! }, scope, compileInput);
    } catch (error) {
      const message = (error as Error).message;
      const id = one.node.name?.value;
      throw new Error(id && !message.startsWith(`${id}:`) ? `${id}: ${message}` : message, { cause: error });
    }
  });
  assertDistinct(operations);
  return { operations, scope };
}

function compileOperation(
  { node, tag, comment, stored }: StoredOperations['operations'][number] & { stored: DocumentNode },
  scope: Scope,
  compileInput: ReturnType<typeof inputCompiler>,
): RestOperation {
  const route = routeOf(node);
  const variables = variablesOf({ node, document: stored }, route, scope);
  const { results, switches } = route.status === 204 ? { results: [], switches: [] } : resultsOf(node, scope);
  const { document, variablesOf: translate } = executableOf(stored, scope);
  const read = compileRequest(route, variables, compileInput);
  return {
    id: node.name!.value,
    tag,
    comment,
    node,
    route,
    variables,
    results,
    switches,
    document,
    read: (request) => translate(read(request)),
    shape: compileAnswer({ results, switches, status: route.status }, scope),
  };
}
