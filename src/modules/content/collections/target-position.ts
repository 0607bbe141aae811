import { type Expression, type SqlBool, sql } from 'kysely';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { findVisible } from '../../shared/find-visible.js';
import { lastPosition, positionBetween } from '../../shared/positions.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * An object that another object is placed before or after; exactly one member is set (`ContentPointer` in
 * `openapi.json`).
 */
interface Pointer {
  space?: string | null;
  collection?: string | null;
}

/** A position among siblings (`ContentPosition` in `openapi.json`). */
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
 * @param freshId an id that was just created, so it sorts after the ids of all siblings
 * @returns null if the object already has this position
 * @throws BAD_USER_INPUT for a sibling that does not exist or that the viewer does not see, and for two siblings in the
 * wrong order.
 */
export async function positionIn(unit: UnitOfWork, destination: Destination, freshId: string): Promise<string | null> {
  const { before, after } = destination.position ?? {};
  const high = before ? await siblingPosition(unit, destination, ['before', before]) : undefined;
  const low = after ? await siblingPosition(unit, destination, ['after', after]) : undefined;
  if (low !== undefined && high !== undefined && low >= high)
    throw badInput('position', '`position.after` must precede `position.before`, but it follows it');
  if (low === undefined && high === undefined) return destination.current === null ? lastPosition(freshId) : null;
  const from =
    low ??
    (await nearestPosition(unit, destination, {
      aggregate: sql`max("position")`,
      condition: sql`"position" < ${high!}`,
    })) ??
    '';
  const upTo =
    low === undefined
      ? high!
      : await nearestPosition(unit, destination, {
          aggregate: sql`min("position")`,
          condition: sql`"position" > ${low}`,
        });
  const { current } = destination;
  if (current !== null && current > from && (upTo === null || current < upTo)) return null;
  return upTo === null ? lastPosition(freshId) : positionBetween(from, upTo);
}

async function siblingPosition(
  unit: UnitOfWork,
  destination: Destination,
  [side, pointer]: [string, Pointer],
): Promise<string> {
  const { space, collection } = pointer;
  const [table, id] = space != null ? ['Space' as const, space] : ['Collection' as const, collection!];
  const found = (await findVisible(unit, table, id)) as Row<'Space'> | null;
  const isSibling =
    found && found.organizationId === destination.organizationId && found.parentId === destination.parentId;
  if (isSibling && found.id !== destination.id && found.deletedAt == null) return found.position;
  const field = `position.${side}`;
  const rule = 'must be another space or collection in the same place';
  throw badInput(field, `\`${field}\` ${rule} (got ${JSON.stringify(id)})`);
}

/** Returns the lowest or highest position (`aggregate`) of the siblings that match `condition`; null if none match. */
async function nearestPosition(
  { tx: { read } }: UnitOfWork,
  { id, organizationId, parentId }: Destination,
  { aggregate, condition }: Record<'aggregate' | 'condition', Expression<unknown>>,
): Promise<string | null> {
  const isSibling = sql<SqlBool>`"organizationId" = ${organizationId} and "id" <> ${id} and ${condition}
    and ${parentId === null ? sql`"parentId" is null` : sql`"parentId" = ${parentId}`}`;
  const selectFrom = (table: string) =>
    sql`select ${aggregate} as "position" from ${sql.table(table)} where ${isSibling}`;
  const query = sql<{ position: string | null }>`select ${aggregate} as "position" from
    (${selectFrom('Space')} union all ${selectFrom('Collection')}) as siblings`;
  return (await read.all(query))[0]?.position ?? null;
}
