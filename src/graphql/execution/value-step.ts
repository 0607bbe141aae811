import {
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { compileList } from './list-step.js';
import { compileObject, type MakeObject, setsOf } from './object-step.js';
import { type Complete, isPromise, type Plan } from './run.js';

/** The field whose value is made. */
export interface Place {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  nodes: readonly FieldNode[];
}

/** Compiles what makes a value of a type. Section 6.4.3 of the specification. */
export function compileValue(plan: Plan, type: GraphQLOutputType, place: Place): Complete {
  if (isNonNullType(type)) return notNull(compileValue(plan, type.ofType, place), place);
  const complete = compileNullable(plan, type, place);
  return (value, run, path) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error) throw value;
    return complete(value, run, path);
  };
}

function compileNullable(plan: Plan, type: GraphQLOutputType, place: Place): Complete {
  if (isLeafType(type)) return leafOf(type);
  if (isListType(type)) return compileList(plan, type.ofType, place);
  if (isAbstractType(type)) return abstractOf(plan, type, place);
  return compileObject(plan, type as GraphQLObjectType, setsOf(place.nodes)) as Complete;
}

function notNull(complete: Complete, { parent, field }: Place): Complete {
  const required = (value: unknown): unknown => {
    if (value !== null) return value;
    throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
  };
  return (value, run, path) => {
    const made = complete(value, run, path);
    return isPromise(made) ? made.then(required) : required(made);
  };
}

function leafOf(type: GraphQLLeafType): Complete {
  return (value) => {
    const leaf = type.serialize(value);
    if (leaf !== null && leaf !== undefined) return leaf;
    throw new Error(`Expected a value of the type ${type.name}, got ${String(value)}`);
  };
}

/** A value of an interface or a union is made as one of its own type. */
function abstractOf(plan: Plan, type: GraphQLAbstractType, { nodes }: Place): Complete {
  const { schema } = plan;
  const makers = new Map<string, MakeObject>();
  const makerOf = (name: unknown): MakeObject => {
    const known = makers.get(name as string);
    if (known) return known;
    const found = schema.getType(String(name));
    if (!isObjectType(found) || !schema.isSubType(type, found))
      throw new Error(`A value of ${type.name} has the type ${String(name)}, which is none of its types`);
    const made = compileObject(plan, found, setsOf(nodes));
    makers.set(found.name, made);
    return made;
  };
  const resolve = type.resolveType ?? defaultTypeResolver;
  const info = { schema } as GraphQLResolveInfo;
  return (value, run, path) => {
    const name = resolve(value, run.context, info, type);
    return isPromise(name) ? name.then((it) => makerOf(it)(value, run, path)) : makerOf(name)(value, run, path);
  };
}
