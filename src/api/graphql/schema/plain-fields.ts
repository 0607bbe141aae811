import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';

/**
 * Removes the resolvers of fields that only return a property of their object, so that compiled operations read the
 * property directly. These fields are exposed columns and the ids of nodes, whose encoding the Relay plugin would
 * await, although this builder encodes no ids. Such a property must not be a function or a promise.
 */
export function simplifyPlainFields(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (isPlain(type, field)) delete field.resolve;
  }
}

function isPlain(type: GraphQLObjectType, { name, resolve }: GraphQLField<unknown, unknown>): boolean {
  return isNodeId(type, name) || resolve === defaultFieldResolver;
}

/** Reports whether a field is the id of a node, which is the property `id` of its object. */
export function isNodeId(type: GraphQLObjectType, field: string): boolean {
  return field === 'id' && type.getInterfaces().some((parent) => parent.name === 'Node');
}
