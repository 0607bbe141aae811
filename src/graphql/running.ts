import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { isCompilable } from './compilable.js';
import type { Context } from './context.js';

/** Runs an operation for a caller. */
export type Execute = (
  context: Context,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

/** An operation that can be run. */
export interface Runnable {
  execute: Execute;
  /** Whether its calls run compiled code by now. */
  isCompiled: () => boolean;
}

/** How operations are run. */
export interface Running {
  schema: GraphQLSchema;
  /** From which call on an operation is compiled, where it can be. */
  compiledFrom: number;
}

/**
 * What runs an operation: graphql-js at first, and compiled code once it is asked again and again. Compiling takes as long as
 * hundreds of calls, and most texts come once. Both answer the same, which a test holds them to. What cannot be compiled is
 * interpreted on.
 */
export function runnable(running: Running, document: DocumentNode, operation: OperationDefinitionNode): Runnable {
  const { schema, compiledFrom } = running;
  const operationName = operation.name?.value;
  const interpret: Execute = (contextValue, variableValues) =>
    execute({ schema, document, operationName, contextValue, variableValues });
  if (!isCompilable(document, operation)) return { execute: interpret, isCompiled: () => false };
  let run = interpret;
  let calls = 0;
  return {
    execute(context, variables) {
      if (++calls === compiledFrom) run = compiled(running, document, { operationName, context }) ?? interpret;
      return run(context, variables);
    },
    isCompiled: () => run !== interpret,
  };
}

interface Compilation {
  operationName: string | undefined;
  /** Of the call that it is compiled for. */
  context: Context;
}

/** Compiled code; null where graphql-jit finds none, which is a fault of its own: the operation is valid. */
function compiled(
  { schema }: Running,
  document: DocumentNode,
  { operationName, context }: Compilation,
): Execute | null {
  try {
    const made = compileQuery<Record<string, unknown>>(schema, document, operationName);
    if (isCompiledQuery(made)) return (context, variables) => made.query(null, context, variables);
    throw new Error(`Operation ${operationName}: ${made.errors?.[0]?.message}`);
  } catch (error) {
    context.log.error(
      { err: error, requestId: context.requestId },
      'an operation cannot be compiled: it is interpreted',
    );
    return null;
  }
}
