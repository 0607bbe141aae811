import { type Expression, type SqlBool, sql } from 'kysely';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { findVisible } from '../../shared/find-visible.js';
import { lastPosition, positionBetween } from '../../shared/positions.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * The object before or after which another is moved; one of the two is set (`SpacePointer` and `CollectionPointer` of
 * the contract).
 */
interface Pointer {
  space?: string | null;
  collection?: string | null;
}

/** A position among siblings (`ContentPosition` of the contract). */
export interface ContentPosition {
  before?: Pointer | null;
  after?: Pointer | null;
}

/** Destination of an object that moves. */
export interface Destination {
  /** Id of the object that moves. */
  id: string;
  organizationId: string;
  /** The destination collection; null is the root. */
  parentId: string | null;
  /** Current position of the object at the destination; null if it comes from another parent. */
  current: string | null;
  position: ContentPosition | null;
}

/**
 * Returns the new position of an object among siblings whose collection is locked.
 * @param freshId an id that was just created, so that it sorts after those of all siblings
 * @returns null if the object already has this position
 * @throws BAD_USER_INPUT for a sibling that does not exist or that the viewer does not see, and for two siblings in the
 * wrong order.
 */
export async function positionIn(unit: UnitOfWork, to: Destination, freshId: string): Promise<string | null> {
  const { before, after } = to.position ?? {};
  const high = before ? await neighbour(unit, to, ['before', before]) : undefined;
  const low = after ? await neighbour(unit, to, ['after', after]) : undefined;
  if (low !== undefined && high !== undefined && low >= high)
    throw badInput('position', '`position.after` must precede `position.before`, but it follows it');
  if (low === undefined && high === undefined) return to.current === null ? lastPosition(freshId) : null;
  const from = low ?? (await nearest(unit, to, { pick: sql`max("position")`, such: sql`"position" < ${high!}` })) ?? '';
  const upTo =
    low === undefined ? high! : await nearest(unit, to, { pick: sql`min("position")`, such: sql`"position" > ${low}` });
  const { current } = to;
  if (current !== null && current > from && (upTo === null || current < upTo)) return null;
  return upTo === null ? lastPosition(freshId) : positionBetween(from, upTo);
}

async function neighbour(unit: UnitOfWork, to: Destination, [side, pointer]: [string, Pointer]): Promise<string> {
  const { space, collection } = pointer;
  const [table, id] = space != null ? ['Space' as const, space] : ['Collection' as const, collection!];
  const found = (await findVisible(unit, table, id)) as Row<'Space'> | null;
  const isThere = found && found.organizationId === to.organizationId && found.parentId === to.parentId;
  if (isThere && found.id !== to.id && found.deletedAt == null) return found.position;
  const field = `position.${side}`;
  const rule = 'must be another space or collection in the same place';
  throw badInput(field, `\`${field}\` ${rule} (got ${JSON.stringify(id)})`);
}

/** Returns the lowest or highest (`pick`) position of the siblings that match `such`; null if none match. */
async function nearest(
  { tx: { read } }: UnitOfWork,
  { id, organizationId, parentId }: Destination,
  { pick: aggregate, such: condition }: Record<'pick' | 'such', Expression<unknown>>,
): Promise<string | null> {
  const isSibling = sql<SqlBool>`"organizationId" = ${organizationId} and "id" <> ${id} and ${condition}
    and ${parentId === null ? sql`"parentId" is null` : sql`"parentId" = ${parentId}`}`;
  const of = (table: string) => sql`select ${aggregate} as "position" from ${sql.table(table)} where ${isSibling}`;
  const query = sql<{ position: string | null }>`select ${aggregate} as "position" from
    (${of('Space')} union all ${of('Collection')}) as siblings`;
  return (await read.all(query))[0]?.position ?? null;
}
