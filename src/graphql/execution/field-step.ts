import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isNonNullType,
  locatedError,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { argumentsOf } from './arguments.js';
import { isPromise, type Path, type Plan, type Run } from './run.js';
import { compileValue } from './value-step.js';

/** A field of an object of the response. */
export interface Field {
  /** Its name in the response. */
  key: string;
  /** Makes its value from the object's source. @throws GraphQLError if the field must not be null, and is */
  make(source: unknown, run: Run, parent: Path | undefined): unknown;
}

/** A field as it is selected: each node selects a part of it. */
export interface Selected {
  key: string;
  nodes: readonly [FieldNode, ...FieldNode[]] | FieldNode[];
}

type FieldDefinition = GraphQLField<unknown, unknown>;

/** Compiles a field; undefined if its type has none of the name, which validation has refused. */
export function compileField(plan: Plan, parent: GraphQLObjectType, { key, nodes }: Selected): Field | undefined {
  const name = nodes[0]!.name.value;
  const field = fieldNamed(plan, parent, name);
  if (!field) return undefined;
  const failed = failureOf(field, { key, nodes });
  const read = readerOf(plan, parent, { field, key, nodes });
  const place = { parent, field, nodes, isListItem: false };
  const complete = compileValue(plan, field.type, place);
  const make: Field['make'] = (source, run, above) => {
    try {
      const value = read(source, run, above);
      const path = { prev: above, key, typename: parent.name };
      const made = isPromise(value) ? value.then((it) => complete(it, run, path)) : complete(value, run, path);
      return isPromise(made) ? made.then(undefined, (error) => failed(error, run, above)) : made;
    } catch (error) {
      return failed(error, run, above);
    }
  };
  return { key, make };
}

function fieldNamed({ schema }: Plan, parent: GraphQLObjectType, name: string): FieldDefinition | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef as FieldDefinition;
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef as FieldDefinition;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef as FieldDefinition;
  }
  return Object.hasOwn(parent.getFields(), name) ? parent.getFields()[name] : undefined;
}

/** What a field becomes whose value cannot be made: null with an error beside it, or the failure of its object. */
function failureOf({ type }: FieldDefinition, { key, nodes }: Selected) {
  return (error: unknown, { errors }: Run, above: Path | undefined): null => {
    const located = locatedError(error, nodes, keysOf({ prev: above, key, typename: undefined }));
    if (isNonNullType(type)) throw located;
    errors.push(located);
    return null;
  };
}

/** The keys from the root of the response to a place. */
export function keysOf(path: Path): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return keys.reverse();
}

interface Reading extends Selected {
  field: FieldDefinition;
}

/** Reads what a field is made from: a property of the source, or what the resolver returns. */
function readerOf(plan: Plan, parentType: GraphQLObjectType, { field, key, nodes }: Reading): Field['make'] {
  const { resolve = defaultFieldResolver, name: fieldName, type: returnType } = field;
  const { schema, fragments, operation } = plan;
  const given = argumentsOf(field, nodes[0]!);
  const infoOf = ({ variables }: Run, above: Path | undefined): GraphQLResolveInfo => ({
    fieldName,
    fieldNodes: nodes,
    returnType,
    parentType,
    path: { prev: above, key, typename: parentType.name },
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues: variables,
  });
  const call: Field['make'] = (source, run, above) =>
    resolve(source, given(run.variables), run.context, infoOf(run, above));
  if (field.resolve) return call;
  return (source, run, above) => {
    const value = (source as Record<string, unknown> | undefined)?.[fieldName];
    return typeof value === 'function' ? call(source, run, above) : value;
  };
}
