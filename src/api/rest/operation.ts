import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { toExecutable } from './documents/executable.js';
import { findResults, type Result, type Results, type StatusSwitch } from './documents/results.js';
import type { Route } from './documents/routes.js';
import type { Scope } from './documents/selections.js';
import type { TableRow } from './documents/table.js';
import { operationVariables, type RestVariable } from './documents/variables.js';
import { type BodyTask, bodyTaskOf } from './requests/body-items.js';
import type { CompileInput } from './requests/inputs.js';
import { compileRequest, type RequestParts, type Variables } from './requests/requests.js';
import { type Answer, compileAnswer } from './responses/answers.js';
import { createValidatorQuery, type ValidatorQuery } from './responses/validator-query.js';

/** One endpoint: a stored operation and one of its routes, compiled. */
export interface RestOperation {
  tag: string | undefined;
  /** The comment above the operation. */
  comment: string | undefined;
  node: OperationDefinitionNode;
  route: Route;
  variables: RestVariable[];
  results: Result[];
  switches: StatusSwitch[];
  /** Path of response keys to the revision id in the `ETag`; undefined if the response has no `ETag`. */
  revision: string[] | undefined;
  /** The document for the executor: standard GraphQL, without the directives of this engine. */
  document: DocumentNode;
  /** Query that returns the cache key of the response; undefined if the operation has no `@etag(by:)`. */
  validatorQuery: ValidatorQuery | undefined;
  /** How a worker thread prepares a large body; undefined if it only parses the body. */
  bodyTask: BodyTask | undefined;
  /**
   * Reads the variables of `document` from a request.
   * @throws AppError if the request breaks a rule
   */
  read: (request: RequestParts) => Variables;
  /** Converts the data of an execution to a response; null if the object does not exist. */
  answer: (data: unknown) => Answer | null;
}

/** A row of the operation table, and its parsed document: the operation and the fragments that it uses. */
export interface ParsedOperation {
  row: TableRow;
  stored: DocumentNode;
}

const noResults: Results = { results: [], switches: [], revision: undefined, cacheKey: undefined };

/**
 * Compiles one stored operation.
 * @throws Error with the fault, if the operation is invalid
 */
export function compileOperation(
  { row, stored }: ParsedOperation,
  scope: Scope,
  compileInput: CompileInput,
): RestOperation {
  const { tag, comment, route } = row;
  const node = stored.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
  const variables = operationVariables({ node, document: stored }, route, scope);
  const answer = route.status === 204 ? noResults : findResults(node, scope);
  return {
    ...{ tag, comment, node, route, variables },
    ...{ results: answer.results, switches: answer.switches, revision: answer.revision },
    document: toExecutable(stored, scope),
    validatorQuery: createValidatorQuery(node, answer, scope),
    bodyTask: bodyTaskOf(variables),
    read: compileRequest(route, variables, compileInput),
    answer: compileAnswer({ ...answer, status: route.status }, scope),
  };
}
