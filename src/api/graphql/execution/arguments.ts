import { type FieldNode, type GraphQLField, getArgumentValues, Kind, visit } from 'graphql';
import type { Context } from './context.js';

/** Arguments as a resolver gets them. */
type Arguments = Record<string, unknown>;

/**
 * Compiles the arguments of a field to a function of the variables of a run. Arguments without variables and objects
 * are created once and never change. Objects are created for each run, because an action may change its input.
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
