import {
  type GraphQLField,
  type GraphQLFieldConfig,
  GraphQLInterfaceType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  printType,
} from 'graphql';

/** Two schemas: `internal` contains all fields and types of `public`, and more. */
export interface SchemaVariants {
  public: GraphQLSchema;
  internal: GraphQLSchema;
}

/**
 * Prints the additions of the internal schema to the public one: whole types, and `extend type` with additional fields.
 * Code generators for stored operations need both schemas.
 */
export function printAdditions({ public: known, internal }: SchemaVariants): string {
  const types = Object.values(internal.getTypeMap()).sort((left, right) => (left.name < right.name ? -1 : 1));
  return `${types.flatMap((type) => printAddition(type, known) ?? []).join('\n\n')}\n`;
}

function printAddition(type: GraphQLNamedType, known: GraphQLSchema): string | undefined {
  const knownType = known.getType(type.name);
  if (!knownType) return printType(type);
  if (!(isObjectType(type) && isObjectType(knownType)) && !(isInterfaceType(type) && isInterfaceType(knownType)))
    return undefined;
  const fields = Object.values(type.getFields()).filter(({ name }) => !knownType.getFields()[name]);
  return fields.length > 0 ? `extend ${printType(withFields(type, fields))}` : undefined;
}

/** Returns a type with only some of its fields, without descriptions. */
function withFields(type: GraphQLObjectType | GraphQLInterfaceType, fields: readonly GraphQLField<unknown, unknown>[]) {
  const { name } = type;
  const own = Object.fromEntries(fields.map((field): [string, Config] => [field.name, fieldConfig(field)]));
  return isObjectType(type)
    ? new GraphQLObjectType({ name, fields: own })
    : new GraphQLInterfaceType({ name, fields: own });
}

type Config = GraphQLFieldConfig<unknown, unknown>;

function fieldConfig({ type, args }: GraphQLField<unknown, unknown>): Config {
  return { type, args: Object.fromEntries(args.map((argument) => [argument.name, { type: argument.type }])) };
}
