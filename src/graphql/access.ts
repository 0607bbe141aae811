import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import type { Context } from './context.js';
import { typeNameOf } from './nodes.js';

/** Tells whether the viewer sees an object; a promise only where a read is needed. */
export type Guard<T = never> = (object: T, context: Context) => boolean | Promise<boolean>;

/** Guard of types that exist only inside a guarded object: payloads, value objects, connections. */
export const embedded: Guard = () => true;

/**
 * Makes access the type's business: every object that a field returns passes the guard of its type, so that no path
 * (edge, `node`, REST) can skip it. What the viewer may not see becomes null.
 * @throws at boot for a type without a guard or a root field without a policy: default is deny.
 */
export function enforceAccess(schema: GraphQLSchema): void {
  const roots = new Set<GraphQLNamedType | null | undefined>([schema.getQueryType(), schema.getMutationType()]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    if (roots.has(type)) requirePolicies(type);
    else if (!guardOf(type)) throw new Error(`Type ${type.name} has no guard: add extensions.guard`);
    for (const field of Object.values(type.getFields())) guardField(field, schema);
  }
}

function guardOf(type: GraphQLObjectType): Guard<unknown> | undefined {
  const guard = type.extensions.guard as Guard<unknown> | undefined;
  if (guard) return guard;
  return /(Connection|Edge|PageInfo|Payload)$/.test(type.name) ? (embedded as Guard<unknown>) : undefined;
}

function requirePolicies(root: GraphQLObjectType): void {
  for (const field of Object.values(root.getFields())) {
    if (!field.extensions.policy) throw new Error(`${root.name}.${field.name} has no policy: add extensions.policy`);
  }
}

function guardField(field: GraphQLField<unknown, Context>, schema: GraphQLSchema): void {
  const check = guardFor(getNamedType(field.type), schema);
  if (!check) return;
  const resolve = field.resolve ?? (defaultFieldResolver as GraphQLFieldResolver<unknown, Context>);
  field.resolve = (...call) => {
    const [value, context] = [resolve(...call), call[2]];
    return isPromise(value) ? value.then((it) => seen(it, context, check)) : seen(value, context, check);
  };
}

/** The check of a field's type; undefined where it has nothing to check. */
function guardFor(type: GraphQLNamedType, schema: GraphQLSchema): Guard<object> | undefined {
  if (isObjectType(type)) {
    const guard = guardOf(type);
    return guard === embedded ? undefined : (guard as Guard<object>);
  }
  if (!isAbstractType(type) || type.extensions.guard === embedded) return undefined;
  return (object, context) => {
    const concrete = schema.getType(typeNameOf(object as { id: string }));
    return isObjectType(concrete) ? (guardOf(concrete) as Guard<object>)(object, context) : false;
  };
}

function seen(value: unknown, context: Context, check: Guard<object>): unknown {
  if (value == null || value instanceof Error) return value;
  if (Array.isArray(value))
    return settle(
      value.map((item) => (isPromise(item) ? item.then((it) => seen(it, context, check)) : seen(item, context, check))),
    );
  const visible = check(value as object, context);
  return isPromise(visible) ? visible.then((yes) => (yes ? value : null)) : visible ? value : null;
}

function settle(items: unknown[]): unknown {
  return items.some(isPromise) ? Promise.all(items) : items;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | null)?.then === 'function';
}
