import { type FieldNode, type GraphQLField, getArgumentValues, Kind, visit } from 'graphql';
import type { Context } from '../context.js';

/** Arguments as a resolver gets them. */
type Arguments = Record<string, unknown>;

/** Makes the arguments of a field from the variables of a run; only those in which a variable is are made each time. */
export function argumentsOf(
  field: GraphQLField<unknown, Context>,
  node: FieldNode,
): (variables: Record<string, unknown>) => Arguments {
  if (field.args.length === 0) return () => none;
  if (hasVariable(node))
    return (variables) => getArgumentValues(field as GraphQLField<unknown, unknown>, node, variables);
  let made: Arguments | undefined;
  return () => (made ??= getArgumentValues(field as GraphQLField<unknown, unknown>, node));
}

const none: Arguments = Object.freeze({});

function hasVariable(node: FieldNode): boolean {
  let found = false;
  const look = { [Kind.VARIABLE]: () => void (found = true) };
  for (const argument of node.arguments ?? []) visit(argument, look);
  return found;
}
