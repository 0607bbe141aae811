import {
  defaultFieldResolver,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNullableType,
  isLeafType,
  isNonNullType,
  locatedError,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { argumentsOf } from './arguments.js';
import type { Context } from './context.js';
import { Info, type SharedInfo } from './info.js';
import { type Fail, type Frame, isPromise, type Plan, putWhenResolved, resultPath } from './run.js';
import { compileValue } from './value-step.js';

/** A compiled field of an object in the response. */
export interface Field {
  /** Response key of the field. */
  key: string;
  /** Whether the value is read from a property of the source and is not an object. */
  isPlain: boolean;
  /**
   * Computes the value of the field from its source object.
   * @throws GraphQLError if the field is required and null
   */
  make(source: unknown, frame: Frame): unknown;
}

/** A selected field, with all nodes of the query that select it. Each node may select different subfields. */
export interface Selected {
  key: string;
  nodes: readonly FieldNode[];
}

type FieldDefinition = GraphQLField<unknown, Context>;

/** Compiles a field. Returns undefined if the type has no such field; validation has already refused it. */
export function compileField(plan: Plan, parent: GraphQLObjectType, { key, nodes }: Selected): Field | undefined {
  const field = fieldNamed(plan, parent, nodes[0]!.name.value);
  if (!field) return undefined;
  const fail = failureHandler(nodes, isNonNullType(field.type));
  const place = { parent, field, nodes, fail };
  const read = compileReader(plan, { ...place, key });
  const complete = compileValue(plan, field.type, place);
  const make: Field['make'] = (source, frame) => {
    try {
      const value = read(source, frame);
      if (isPromise(value)) return putWhenResolved(value, { frame, key, complete, fail });
      return complete(value, frame, key);
    } catch (error) {
      return fail(error, frame, key);
    }
  };
  const leaf = getNullableType(field.type);
  if (field.resolve || !isLeafType(leaf)) return { key, isPlain: false, make };
  return { key, isPlain: true, make: completeLeafIfPlain(make, field.name, leaf) };
}

/** Fast path for most fields: strings, numbers and Booleans that are a property of the source. */
function completeLeafIfPlain(make: Field['make'], name: string, type: GraphQLLeafType): Field['make'] {
  return (source, frame) => {
    const value = (source as Record<string, unknown> | undefined)?.[name];
    if (typeof value !== 'string' && typeof value !== 'boolean' && typeof value !== 'number')
      return make(source, frame);
    try {
      return type.serialize(value) ?? make(source, frame);
    } catch {
      return make(source, frame);
    }
  };
}

function fieldNamed({ schema }: Plan, parent: GraphQLObjectType, name: string): FieldDefinition | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef as FieldDefinition;
  if (parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef as FieldDefinition;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef as FieldDefinition;
  }
  return Object.hasOwn(parent.getFields(), name) ? parent.getFields()[name] : undefined;
}

/** Creates the function that handles an error in the value of a field, or of an item of its list. */
export function failureHandler(nodes: readonly FieldNode[], isRequired: boolean): Fail {
  return (error, frame, key) => {
    const located = locatedError(error, nodes as FieldNode[], resultPath(frame, key));
    if (isRequired) throw located;
    frame.run.errors.push(located);
    return null;
  };
}

interface Reading extends Selected {
  parent: GraphQLObjectType;
  field: FieldDefinition;
}

/**
 * Compiles how a field's raw value is read: by its resolver, or from a property of the source. If the property is a
 * function, it is called.
 */
function compileReader(plan: Plan, reading: Reading): Field['make'] {
  const { resolve, name } = reading.field;
  if (resolve) return compileResolverCall(plan, reading, resolve);
  const call = compileResolverCall(plan, reading, defaultFieldResolver);
  return (source, frame) => {
    const value = (source as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'function' ? call(source, frame) : value;
  };
}

function compileResolverCall(
  plan: Plan,
  reading: Reading,
  resolve: GraphQLFieldResolver<unknown, Context>,
): Field['make'] {
  const { parent, field, key, nodes } = reading;
  const { schema, fragments, operation } = plan;
  const shared: SharedInfo = { key, parent, field, nodes, schema, fragments, operation };
  const given = argumentsOf(field, nodes[0]!);
  return (source, frame) => {
    const { variables, context } = frame.run;
    return resolve(source, given(variables), context, new Info(shared, frame));
  };
}
