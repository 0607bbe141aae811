import { Kind, type ValueNode, valueFromASTUntyped, visit } from 'graphql';

/** Values of variables by name, as JSON; an absent variable has no key. */
export type Variables = Record<string, unknown>;

/** Names of the variables in a literal. */
export function variablesIn(node: ValueNode): string[] {
  const names: string[] = [];
  visit(node, { Variable: ({ name }) => void names.push(name.value) });
  return names;
}

/**
 * Compiles a literal into a function that builds its JSON value. As in GraphQL, an object leaves out a member whose
 * variable is absent, and a list has null there.
 */
export function compileLiteral(node: ValueNode): (variables: Variables) => unknown {
  if (node.kind === Kind.VARIABLE) return (variables) => variables[node.name.value];
  if (node.kind === Kind.LIST) {
    const items = node.values.map(compileLiteral);
    return (variables) => items.map((item) => item(variables) ?? null);
  }
  if (node.kind === Kind.OBJECT) {
    const members = node.fields.map(({ name, value }) => [name.value, compileLiteral(value)] as const);
    return (variables) => {
      const built = members.map(([name, build]) => [name, build(variables)] as const);
      return Object.fromEntries(built.filter(([, value]) => value !== undefined));
    };
  }
  const constant = valueFromASTUntyped(node);
  return () => constant;
}
