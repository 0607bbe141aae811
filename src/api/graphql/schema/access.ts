import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { MissingValueError } from '../../../platform/db/query/loaders.js';
import type { Context } from '../execution/context.js';
import { isPromise } from '../execution/run.js';
import { typeNameOf } from './nodes.js';

/** Reports whether the viewer may see an object. Returns a promise only if a read is needed. */
export type Guard<T = never> = (object: T, context: Context) => boolean | Promise<boolean>;

/** Guard of types that exist only inside of a guarded object: payloads, value objects, connections. */
export const partOfGuardedObject: Guard = () => true;

/**
 * Extensions of a payload field whose object the caller has just created or changed. The policy was checked in the
 * transaction, so the object is returned even if the caller has lost the right to see it since. A repeated request runs
 * no action, so the guards check its objects.
 */
export const ownChange = { ownChange: true };

/**
 * Enforces the access rules of types. Every object that a field returns is checked by the guard of its type, so that no
 * path (edge, `node`, REST) can bypass it. An object that the viewer may not see becomes null. A list of non-null items
 * omits such an object, for example if the viewer lost access after the list was read.
 * @throws Error at startup for a type without a guard or a root field without a policy: access is denied by default
 */
export function enforceAccess(schema: GraphQLSchema): void {
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    if (roots.has(type)) requirePolicies(type);
    else if (!ownGuard(type)) throw new Error(`Type ${type.name} has no guard: add extensions.guard`);
    for (const field of Object.values(type.getFields())) guardField(field, type, schema);
  }
}

function ownGuard(type: GraphQLObjectType): Guard<unknown> | undefined {
  const guard = type.extensions.guard as Guard<unknown> | undefined;
  if (guard) return guard;
  return /(Connection|Edge|PageInfo|Payload)$/.test(type.name) ? (partOfGuardedObject as Guard<unknown>) : undefined;
}

function requirePolicies(root: GraphQLObjectType): void {
  for (const field of Object.values(root.getFields())) {
    if (!field.extensions.policy) throw new Error(`${root.name}.${field.name} has no policy: add extensions.policy`);
  }
}

function guardField(field: GraphQLField<unknown, Context>, parent: GraphQLObjectType, schema: GraphQLSchema): void {
  const type = getNamedType(field.type);
  const check = guardFor(type, schema);
  // Other objects without a guard are parts of their parent, so they are never missing.
  const isRequired = isNonNullType(field.type) && isCompositeType(type) && (check || parent.name.endsWith('Payload'));
  if (!check && !isRequired) return;
  const { ownChange: isOwn } = field.extensions;
  const dense = hasNonNullItems(field.type);
  const resolve = field.resolve ?? (defaultFieldResolver as GraphQLFieldResolver<unknown, Context>);
  field.resolve = (...call) => {
    const isUnchecked = !check || (isOwn && !call[2].requestKey?.isReplayed);
    const checkValue = (value: unknown): unknown => {
      const shown = isUnchecked ? value : filterVisible(value, { context: call[2], check, dense });
      return isRequired ? requireValue(shown, type) : shown;
    };
    const value = resolve(...call);
    return isPromise(value) ? value.then(checkValue) : checkValue(value);
  };
}

/**
 * Returns the value of a field that must not be null.
 * @throws Missing for null: another request deleted the object, or hid it from the caller, after its parent was read
 */
function requireValue(value: unknown, type: GraphQLNamedType): unknown {
  if (isPromise(value)) return value.then((it) => requireValue(it, type));
  if (value != null) return value;
  throw new MissingValueError(`A ${type.name} must be there, and is missing or hidden from the caller`);
}

/** Returns the access check for the values of a field; undefined if there is nothing to check. */
function guardFor(type: GraphQLNamedType, schema: GraphQLSchema): Guard<object> | undefined {
  if (isObjectType(type)) {
    if (type.name.endsWith('Edge')) return edgeGuard(type, schema);
    const guard = ownGuard(type);
    return guard === partOfGuardedObject ? undefined : (guard as Guard<object>);
  }
  if (!isAbstractType(type) || type.extensions.guard === partOfGuardedObject) return undefined;
  return (object, context) => {
    const concrete = schema.getType(typeNameOf(object as { id: string }));
    return isObjectType(concrete) ? (ownGuard(concrete) as Guard<object>)(object, context) : false;
  };
}

/**
 * Reports whether a guard decides who sees objects of a type. For an abstract type, the guards of its object types
 * count.
 */
export function isGuarded(type: GraphQLNamedType, schema: GraphQLSchema): boolean {
  return guardFor(type, schema) !== undefined;
}

/** Returns the guard of an edge: an edge is visible if its item is visible. */
function edgeGuard(type: GraphQLObjectType, schema: GraphQLSchema): Guard<object> | undefined {
  const node = type.getFields().node;
  const check = node && guardFor(getNamedType(node.type), schema);
  return check && ((edge, context) => check((edge as { node: object }).node, context));
}

/** Parameters of a check. `dense` means that the items of a list are never null. */
interface CheckOptions {
  context: Context;
  check: Guard<object>;
  dense: boolean;
}

function filterVisible(value: unknown, ask: CheckOptions): unknown {
  if (value == null || value instanceof Error) return value;
  if (Array.isArray(value))
    return filterItems(
      value.map((item) => (isPromise(item) ? item.then((it) => filterVisible(it, ask)) : filterVisible(item, ask))),
      ask.dense,
    );
  const isVisible = ask.check(value as object, ask.context);
  return isPromise(isVisible) ? isVisible.then((yes) => (yes ? value : null)) : isVisible ? value : null;
}

function filterItems(items: unknown[], dense: boolean): unknown {
  const left = (all: unknown[]): unknown[] => (dense ? all.filter((item) => item !== null) : all);
  return items.some(isPromise) ? Promise.all(items).then(left) : left(items);
}

function hasNonNullItems(type: GraphQLOutputType): boolean {
  const list = getNullableType(type);
  return isListType(list) && isNonNullType(list.ofType);
}
