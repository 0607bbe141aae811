import { AppError } from '../../../platform/base/errors.js';
import { type IdKind, idKind } from '../../../platform/base/ids.js';
import type { Context } from '../execution/context.js';

/** Finds an object by its id; null if it does not exist. The guard of the type decides whether the viewer sees it. */
export type FindNode = (context: Context, id: string) => Promise<object | null>;

/** Finder for each kind of id. Modules add theirs with {@link registerNode}. */
const finders = new Map<IdKind, FindNode>();
const typeNames = new Map<IdKind, (value: never) => string>();

/**
 * Registers how `node(id)` finds objects of a kind. For kinds with several types, `typeName` returns the type of a
 * value.
 */
export function registerNode(kind: IdKind, find: FindNode, typeName?: (value: never) => string): void {
  finders.set(kind, find);
  if (typeName) typeNames.set(kind, typeName);
}

/** Finds an object of any kind by its id; null for an unknown kind. */
export async function findNode(context: Context, id: string): Promise<object | null> {
  const kind = idKind(id);
  const find = kind && finders.get(kind);
  return find ? find(context, id) : null;
}

/**
 * Returns the GraphQL type of an object, by the prefix of its id.
 * @throws INTERNAL for an object without a valid id, which is a fault in a resolver
 */
export function typeNameOf(value: { id: string }): string {
  const kind = idKind(value.id);
  if (!kind) throw new AppError('INTERNAL', `An object with the id ${value.id} has no type`);
  return typeNames.get(kind)?.(value as never) ?? kind;
}
