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
import type { Context } from './context.js';
import { compileFields, createObjectMaker, type MakeObject } from './object-step.js';
import { type Plan, type Run, rootFrame } from './run.js';

/** Runs an operation for a caller. */
export type Execute = (
  context: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

/**
 * Maximum number of cached plans of one operation. If an operation has more combinations of `@skip` and `@include`, the
 * cache is cleared.
 */
const maxPlans = 16;

/** Computes the data of a run. Returns null and records an error if a required field of the root is null. */
type MakeData = (run: Run) => unknown;

/**
 * Compiles a valid query or mutation to a function that runs it. Each selected field is compiled once to a step. A
 * response is a promise only if a resolver returns one. The result equals that of graphql-js:
 * `test/api/graphql/execution.test.ts` compares them.
 */
export function compileExecution(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Execute {
  const planned = { schema, operation, fragments: fragmentsByName(document) };
  const names = directiveVariables(document);
  const roots = new Map<string, MakeData>();
  const rootFor = (variables: Record<string, unknown>): MakeData => {
    const key = JSON.stringify(names.map((name) => variables[name]));
    const known = roots.get(key);
    if (known) return known;
    if (roots.size >= maxPlans) roots.clear();
    const directives = Object.fromEntries(names.map((name) => [name, variables[name]]));
    const root = compileRoot({ ...planned, directives });
    roots.set(key, root);
    return root;
  };
  return (context, given) => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    if (errors) return { errors };
    const run: Run = { context, variables: coerced, errors: [], last: new Map(), pending: 0, done: () => {} };
    const data = rootFor(coerced)(run);
    return data instanceof Promise ? data.then((it) => toExecutionResult(run, it)) : toExecutionResult(run, data);
  };
}

function toExecutionResult({ errors }: Run, data: unknown): ExecutionResult {
  return (errors.length === 0 ? { data } : { errors, data }) as ExecutionResult;
}

function compileRoot(plan: Plan): MakeData {
  const { schema, operation } = plan;
  const fields = compileFields(plan, schema.getRootType(operation.operation)!, [operation.selectionSet]);
  if (operation.operation === 'query') return runParallel(createObjectMaker(fields));
  const parts = fields.map((field) => runParallel(createObjectMaker([field])));
  return (run) => runSerially(parts, run);
}

/** Returns a function that creates the root object: synchronously, unless a value is pending. */
function runParallel(make: MakeObject): MakeData {
  return (run) => {
    const frame = rootFrame(run);
    try {
      make(undefined, frame);
    } catch (error) {
      run.errors.push(error as GraphQLError);
    }
    const data = (): unknown => (frame.isNull ? null : frame.container);
    return run.pending === 0 ? data() : new Promise<void>((resolve) => (run.done = resolve)).then(data);
  };
}

/** Computes the fields of a mutation one after another. Returns null if a required field is null. */
async function runSerially(parts: readonly MakeData[], run: Run): Promise<object | null> {
  let data = {};
  for (const make of parts) {
    const part = await make(run);
    if (part === null) return null;
    data = { ...data, ...(part as object) };
  }
  return data;
}

function fragmentsByName({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const one of definitions) if (one.kind === Kind.FRAGMENT_DEFINITION) fragments[one.name.value] = one;
  return fragments;
}

/** Returns the names of the variables in `@skip` and `@include`. */
function directiveVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
