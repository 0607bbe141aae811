import { type FieldNode, type GraphQLField, getArgumentValues, Kind, visit } from 'graphql';
import type { Context } from './context.js';

/** Arguments in the form that a resolver receives. */
type Arguments = Record<string, unknown>;

/**
 * Compiles the arguments of a field to a function that takes the variables of a run. Arguments without variables and
 * without objects are created only once. Objects are created again for each run, because an action may change its
 * input.
 */
export function argumentsOf(
  field: GraphQLField<unknown, Context>,
  node: FieldNode,
): (variables: Record<string, unknown>) => Arguments {
  if (field.args.length === 0) return () => none;
  const make = (variables: Record<string, unknown>): Arguments =>
    getArgumentValues(field as GraphQLField<unknown, unknown>, node, variables);
  if (!isFixed(node)) return make;
  let cached: Arguments | undefined;
  return () => {
    cached ??= make({});
    return cached;
  };
}

const none: Arguments = Object.freeze({});

function isFixed(node: FieldNode): boolean {
  let varies = false;
  const look = (): void => {
    varies = true;
  };
  for (const argument of node.arguments ?? []) visit(argument, { [Kind.VARIABLE]: look, [Kind.OBJECT]: look });
  return !varies;
}
