import type { GraphQLEnumType } from 'graphql';

/** From an enum's names to the values clients see: the internal value where it is a string, else the name. */
export function documentedValues(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map(type.getValues().map(({ name, value }) => [name, typeof value === 'string' ? value : name]));
}

/** From documented values to names. */
export function namesByValue(type: GraphQLEnumType): ReadonlyMap<string, string> {
  return new Map([...documentedValues(type)].map(([name, value]) => [value, name]));
}
