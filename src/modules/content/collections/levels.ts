import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/**
 * Returns a default access level with `inherit` replaced by the parent's resolved level. Without a parent, `inherit`
 * stays: it means the member's own role.
 */
export function resolveLevel(
  defaultLevel: string | null,
  parent: { resolvedLevel: string | null } | null | undefined,
): string | null {
  return defaultLevel === 'inherit' && parent ? parent.resolvedLevel : defaultLevel;
}

type LevelRow = Pick<Row<'Space'>, 'id' | 'organizationId' | 'parentId' | 'defaultLevel' | 'resolvedLevel'>;

/**
 * Recomputes the resolved access levels of everything below a collection, in the transaction that changed the
 * collection's own level. Locks the collections below first, so that other transactions cannot put anything into them.
 */
export async function resolveLevelsBelow(tx: Transaction, collectionId: string): Promise<void> {
  const collections = await lockAllBelow(tx, collectionId);
  const parents = new Map(collections.map((collection) => [collection.id, collection]));
  const changed = collections.filter((collection) => collection.id !== collectionId);
  for (const collection of parentsFirst(changed, collectionId))
    collection.resolvedLevel = resolvedLevelOf(collection, parents);
  bufferLevels(tx, 'Collection', changed);
  const spaces = await spacesIn(tx, [...parents.keys()]);
  for (const space of spaces) space.resolvedLevel = resolvedLevelOf(space, parents);
  bufferLevels(tx, 'Space', spaces);
}

function resolvedLevelOf({ defaultLevel, parentId }: LevelRow, parents: ReadonlyMap<string, LevelRow>): string | null {
  return resolveLevel(defaultLevel, parents.get(parentId!));
}

/**
 * Locks a collection and all collections below it, so that other transactions cannot move them or put anything into
 * them. Repeats until it finds no collection that was added while it waited for the lock.
 */
export async function lockAllBelow(tx: Transaction, collectionId: string): Promise<LevelRow[]> {
  let locked = await lockBelow(tx, collectionId);
  if (tx.read.provider === 'sqlite') return locked;
  for (;;) {
    const found = await lockBelow(tx, collectionId);
    if (found.length === locked.length && found.every(({ id }, index) => id === locked[index]!.id)) return found;
    locked = found;
  }
}

async function lockBelow({ read }: Transaction, collectionId: string): Promise<LevelRow[]> {
  const lock = read.provider === 'postgresql' ? sql`for no key update of c` : sql``;
  return read.all(
    sql<LevelRow>`select c."id", c."organizationId", c."parentId", c."defaultLevel", c."resolvedLevel"
      from "Collection" c
      join "CollectionAncestor" a on a."collectionId" = c."id" where a."ancestorId" = ${collectionId}
      order by c."id" ${lock}`,
  );
}

function spacesIn({ read }: Transaction, parentIds: string[]): Promise<LevelRow[]> {
  const query = read.sql
    .selectFrom('Space')
    .select(['id', 'organizationId', 'parentId', 'defaultLevel', 'resolvedLevel']);
  return read.all(query.where(read.inList('parentId', parentIds)));
}

/** Returns the collections of a tree, parents before children, without the root. */
function parentsFirst(rows: LevelRow[], rootId: string): LevelRow[] {
  const children = groupBy(rows, (row) => row.parentId!);
  const ordered: LevelRow[] = [...(children.get(rootId) ?? [])];
  for (const row of ordered) ordered.push(...(children.get(row.id) ?? []));
  return ordered;
}

/** Writes the rows with one `UPDATE` for each access level. */
function bufferLevels({ read, buffer }: Transaction, table: 'Space' | 'Collection', rows: LevelRow[]): void {
  for (const [resolvedLevel, rowsOfLevel] of groupBy(rows, (row) => row.resolvedLevel)) {
    const ids = rowsOfLevel.map(({ id }) => id);
    const update = read.sql.updateTable(table as 'Space').set({ resolvedLevel });
    buffer(update.where(read.inList('id', ids)));
  }
}
