import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Context } from '../context.js';
import { compileFields, makeInTurn, objectOf } from './object-step.js';
import { isPromise, type Plan, type Run } from './run.js';

/** Runs an operation for a caller. */
export type Execute = (
  context: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

/** Plans of one operation: more choices of `@skip` and `@include` are planned anew. */
const mostPlans = 16;

/**
 * Makes what runs a valid query or mutation: each selected field becomes a step, once, and a response waits only for what a resolver
 * waits for. It returns what graphql-js does, which a test holds it to.
 */
export function compileExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Execute {
  const planned = { schema, operation, fragments: fragmentsOf(document) };
  const names = directiveVariables(document);
  const roots = new Map<string, (run: Run) => unknown>();
  const rootFor = (variables: Record<string, unknown>): ((run: Run) => unknown) => {
    const directives = Object.fromEntries(names.map((name) => [name, variables[name]]));
    const key = JSON.stringify(directives);
    const known = roots.get(key);
    if (known) return known;
    if (roots.size >= mostPlans) roots.clear();
    const made = compileRoot({ ...planned, directives });
    roots.set(key, made);
    return made;
  };
  return (context, given) => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    if (errors) return { errors };
    const run: Run = { context, variables: coerced, errors: [] };
    try {
      const data = rootFor(coerced)(run);
      return isPromise(data) ? data.then(resultOf(run), failureOf(run)) : resultOf(run)(data);
    } catch (error) {
      return failureOf(run)(error);
    }
  };
}

function compileRoot(plan: Plan): (run: Run) => unknown {
  const { schema, operation } = plan;
  const fields = compileFields(plan, schema.getRootType(operation.operation)!, [operation.selectionSet]);
  if (operation.operation === 'mutation') return (run) => makeInTurn(fields, run);
  const make = objectOf(fields);
  return (run) => make(undefined, run, undefined);
}

const resultOf =
  ({ errors }: Run) =>
  (data: unknown): ExecutionResult =>
    (errors.length === 0 ? { data } : { errors: [...errors], data }) as ExecutionResult;

/** A field of the root that must not be null has failed. */
const failureOf =
  ({ errors }: Run) =>
  (error: unknown): ExecutionResult => ({ errors: [...errors, error as GraphQLError], data: null });

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  return fragments;
}

/** Names of the variables that decide what is selected. */
function directiveVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
