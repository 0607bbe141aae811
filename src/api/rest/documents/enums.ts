import type { GraphQLEnumType } from 'graphql';

/**
 * Maps the names of an enum's members to the values that clients see: the internal value if it is a string, otherwise
 * the name.
 */
export function documentedValues(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(type.getValues().map(({ name, value }) => [name, typeof value === 'string' ? value : name]));
}

/** Maps the values that clients see to the names of the enum's members. */
export function namesByValue(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map([...documentedValues(type)].map(([name, value]) => [value, name]));
}
