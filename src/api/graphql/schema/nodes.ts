import { AppError } from '../../../platform/base/errors.js';
import { type IdKind, kindOf } from '../../../platform/base/ids.js';
import type { Context } from '../execution/context.js';

/** Finds an object by its id, or null where it does not exist; whether the viewer sees it is the type's guard. */
export type FindNode = (context: Context, id: string) => Promise<object | null>;

/** How each kind of id is found; modules add theirs with {@link registerNode}. */
const finders = new Map<IdKind, FindNode>();
const typeNames = new Map<IdKind, (value: never) => string>();

/** Says how `node(id)` finds a kind, and, for kinds with several types, which type a value is. */
export function registerNode(kind: IdKind, find: FindNode, typeName?: (value: never) => string): void {
  finders.set(kind, find);
  if (typeName) typeNames.set(kind, typeName);
}

/** Finds any object by its id; an unknown kind is an unknown object. */
export async function findNode(context: Context, id: string): Promise<object | null> {
  const kind = kindOf(id);
  const find = kind && finders.get(kind);
  return find ? find(context, id) : null;
}

/**
 * The GraphQL type of an object, told by the prefix of its id.
 * @throws INTERNAL for an object without an id of ours, which would be a fault in a resolver.
 */
export function typeNameOf(value: { id: string }): string {
  const kind = kindOf(value.id);
  if (!kind) throw new AppError('INTERNAL', `An object with the id ${value.id} has no type`);
  return typeNames.get(kind)?.(value as never) ?? kind;
}
