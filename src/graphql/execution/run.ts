import type { FragmentDefinitionNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Context } from '../context.js';

/** One run of an operation. */
export interface Run {
  context: Context;
  /** Variables as they were coerced. */
  variables: Record<string, unknown>;
  /** Errors of fields that may be null, in the order in which they came. */
  errors: GraphQLError[];
}

/** What the steps of an operation are compiled for. */
export interface Plan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  /** Values of the variables in `@skip` and `@include`: each choice of them has a plan of its own. */
  directives: Record<string, unknown>;
}

/** Where a value is in the response; undefined is its root. As graphql-js has it. */
export interface Path {
  readonly prev: Path | undefined;
  readonly key: string | number;
  readonly typename: string | undefined;
}

/**
 * Makes a value of the response from what a resolver returned: a promise only if something waits.
 * @throws GraphQLError for a value that must not be null; also as a rejection
 */
export type Complete = (value: unknown, run: Run, path: Path) => unknown;

/** Whether a value is a promise of any kind. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}
