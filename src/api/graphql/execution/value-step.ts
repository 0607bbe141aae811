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
import type { Context } from './context.js';
import { compileList } from './list-step.js';
import { compileObject, type MakeObject, selectionSetsOf } from './object-step.js';
import { type Complete, type Fail, frameIn, isPromise, type Plan, putWhenResolved } from './run.js';

/** The field whose value is computed. */
export interface FieldPosition {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, Context>;
  nodes: readonly FieldNode[];
  fail: Fail;
}

/** Compiles how a value of a type is completed. Source: section 6.4.3 of the GraphQL specification. */
export function compileValue(plan: Plan, type: GraphQLOutputType, place: FieldPosition): Complete {
  const isRequired = isNonNullType(type);
  const complete = compileNullable(plan, isRequired ? type.ofType : type, { ...place, isRequired });
  return (value, frame, key) => {
    if (value === null || value === undefined) return isRequired ? refuseNull(place) : null;
    if (value instanceof Error) throw value;
    return complete(value, frame, key);
  };
}

/** The field whose value is computed, and whether the value must not be null. */
export interface TypedPosition extends FieldPosition {
  isRequired: boolean;
}

function compileNullable(plan: Plan, type: GraphQLOutputType, place: TypedPosition): Complete {
  if (isLeafType(type)) return compileLeaf(type);
  if (isListType(type)) return compileList(plan, type.ofType, place);
  if (isAbstractType(type)) return compileAbstract(plan, type, place);
  const make = compileObject(plan, type as GraphQLObjectType, selectionSetsOf(place.nodes));
  const { isRequired } = place;
  return (value, up, key) => make(value, frameIn(up, key, isRequired));
}

function refuseNull({ parent, field }: FieldPosition): never {
  throw new Error(`Cannot return null for non-nullable field ${parent.name}.${field.name}.`);
}

function compileLeaf(type: GraphQLLeafType): Complete {
  return (value) => {
    const leaf = type.serialize(value);
    if (leaf !== null && leaf !== undefined) return leaf;
    throw new Error(`Expected a value of the type ${type.name}, got ${String(value)}`);
  };
}

/** Compiles the step of an interface or a union: a value is completed with its object type. */
function compileAbstract(plan: Plan, type: GraphQLAbstractType, { nodes, isRequired, fail }: TypedPosition): Complete {
  const { schema } = plan;
  const makers = new Map<unknown, MakeObject>();
  const makerOf = (name: unknown): MakeObject => {
    const found = schema.getType(String(name));
    if (!isObjectType(found) || !schema.isSubType(type, found))
      throw new Error(`A value of ${type.name} has the type ${String(name)}, which is none of its types`);
    const maker = compileObject(plan, found, selectionSetsOf(nodes));
    makers.set(name, maker);
    return maker;
  };
  const resolve = type.resolveType ?? defaultTypeResolver;
  const info = { schema } as GraphQLResolveInfo;
  return (value, up, key) => {
    const make = (name: unknown): unknown => (makers.get(name) ?? makerOf(name))(value, frameIn(up, key, isRequired));
    const name = resolve(value, up.run.context, info, type);
    return isPromise(name) ? putWhenResolved(name, { frame: up, key, complete: make, fail }) : make(name);
  };
}
