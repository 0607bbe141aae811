import {
  type GraphQLField,
  type GraphQLFieldConfig,
  GraphQLInterfaceType,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLUnionType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { Context } from '../execution/context.js';
import { isGuarded } from './access.js';

type Field = GraphQLField<unknown, Context>;

/**
 * Returns the fields whose values can fail although their object exists. These are the fields of the root, fields whose
 * objects have a guard, lists, and fields whose resolver takes more than the object. Call it before resolvers are
 * wrapped. Source: docs/schema-guide.md.
 * @param schema the schema of stored operations
 */
export function findBoundaries(schema: GraphQLSchema): ReadonlySet<Field> {
  const found = new Set<Field>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) if (isBoundary(field, type, schema)) found.add(field);
  }
  return found;
}

function isBoundary(field: Field, parent: GraphQLObjectType, schema: GraphQLSchema): boolean {
  const type = getNamedType(field.type);
  const isRoot = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(parent);
  const isItems = /(Connection|Edge)$/.test(parent.name) && /^(edges|nodes|node)$/.test(field.name);
  if (isRoot || isItems || field.extensions.waits || type.name.endsWith('Connection')) return true;
  if (field.extensions.computed) return false;
  return isGuarded(type, schema) || (field.resolve !== undefined && field.resolve.length > 1);
}

/**
 * Creates the schema that clients see from the schema of stored operations. It omits internal fields, and types that
 * only internal fields return. A field at a boundary is nullable, so that its failure does not affect the rest of the
 * response.
 */
export function publicSchema(schema: GraphQLSchema, boundaries: ReadonlySet<Field>): GraphQLSchema {
  const scope: Scope = { schema, boundaries, publicTypes: new Map() };
  const root = (type: GraphQLObjectType | null | undefined) => type && (derive(scope, type) as GraphQLObjectType);
  const config = schema.toConfig();
  const roots = {
    query: root(config.query),
    mutation: root(config.mutation),
    subscription: root(config.subscription),
  };
  const reached = new GraphQLSchema({ ...config, ...roots, types: publishedTypes(config.types) }).getTypeMap();
  // A type that implements an interface may be reachable only through the list of types.
  const implementing = config.types.filter(
    (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name in reached),
  );
  const types = [...publishedTypes(config.types), ...implementing.map((type) => derive(scope, type))];
  return new GraphQLSchema({ ...config, ...roots, types });
}

/** Returns the types that are marked as published: clients find them by name, although no field returns them. */
function publishedTypes(types: readonly GraphQLNamedType[]): GraphQLNamedType[] {
  return types.filter(({ extensions }) => extensions.published);
}

interface Scope {
  schema: GraphQLSchema;
  boundaries: ReadonlySet<Field>;
  /** Public form of each output type, by name. */
  publicTypes: Map<string, GraphQLNamedType>;
}

/** Returns the public form of a type. Input types, scalars and enums do not change. */
function derive(scope: Scope, type: GraphQLNamedType): GraphQLNamedType {
  if (!isCompositeType(type)) return type;
  const publicType = scope.publicTypes.get(type.name) ?? create(scope, type);
  scope.publicTypes.set(type.name, publicType);
  return publicType;
}

function create(scope: Scope, type: GraphQLNamedType): GraphQLNamedType {
  if (isUnionType(type)) {
    const types = () => type.getTypes().map((one) => derive(scope, one) as GraphQLObjectType);
    return new GraphQLUnionType({ ...type.toConfig(), types });
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return type;
  const members = {
    interfaces: () => type.getInterfaces().map((one) => derive(scope, one) as GraphQLInterfaceType),
    fields: () => publicFields(scope, type),
  };
  return isObjectType(type)
    ? new GraphQLObjectType({ ...type.toConfig(), ...members })
    : new GraphQLInterfaceType({ ...type.toConfig(), ...members });
}

/** Returns the fields that clients see. */
function publicFields(scope: Scope, parent: GraphQLObjectType | GraphQLInterfaceType) {
  const { fields } = parent.toConfig();
  const publicEntries = Object.entries(fields).filter(([, { extensions }]) => !extensions?.internal);
  return Object.fromEntries(
    publicEntries.map(([name, field]): [string, GraphQLFieldConfig<unknown, Context>] => {
      const own = publicOutput(scope, field.type);
      const isNullable = typesWith(scope, parent).some((one) => scope.boundaries.has(one.getFields()[name]!));
      const type = isNullable && isNonNullType(own) ? own.ofType : own;
      return [name, { ...field, type }];
    }),
  );
}

/**
 * Returns the types that decide whether a field is nullable. A field of an interface is nullable if it is nullable in
 * one of its object types.
 */
function typesWith({ schema }: Scope, type: GraphQLObjectType | GraphQLInterfaceType): readonly GraphQLObjectType[] {
  return isAbstractType(type) ? schema.getPossibleTypes(type) : [type];
}

function publicOutput(scope: Scope, type: GraphQLOutputType): GraphQLOutputType {
  if (isNonNullType(type)) return new GraphQLNonNull(publicOutput(scope, type.ofType) as never);
  if (isListType(type)) return new GraphQLList(publicOutput(scope, type.ofType));
  return derive(scope, type) as GraphQLOutputType;
}
