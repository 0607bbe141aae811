import { equalJson } from '../../../engine/base/canonical-json.js';
import type { File, Manifest } from '../../../engine/base/types.js';
import { type ChangedEntries, changedEntries, changedPages } from '../../../engine/change/diff/changed-entries.js';
import { type IndexedPage, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { AppError } from '../../../platform/base/errors.js';
import { isUniqueViolation } from '../../../platform/db/connection/store-errors.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { RunHeadHooks } from './head-hooks.js';

/** A move of the head of a space from one manifest to another, with the data that indexes need. */
export interface IndexedMove {
  organizationId: string;
  spaceId: string;
  before: Manifest;
  after: Manifest;
}

/** A move of the head of a space from one revision to another. */
export interface HeadMove extends IndexedMove {
  /** The new head. */
  revisionId: string;
  /** Id of the user who moves it. */
  actorId: string;
  /** Amounts to add to counts of the space in the same statement. */
  counts?: SpaceCounts;
}

/** Amounts to add to the counts in the row of a space. */
export type SpaceCounts = Partial<Record<'changeRequestsOpen' | 'changeRequestsDraft', number>>;

/**
 * Moves a space's head, and updates the head index of pages and files and all derived data (`headHooksFor`). Writes
 * only the rows that change.
 * @throws CONFLICT if one of the pages or files is at the head of another space.
 */
export async function moveHead(unit: UnitOfWork, move: HeadMove, runHeadHooks: RunHeadHooks): Promise<void> {
  const { tx, at } = unit;
  const set = { revisionId: move.revisionId, updatedAt: at };
  bufferUpdate(tx, { table: 'Space', where: { id: move.spaceId }, set, add: move.counts });
  await Promise.all([
    replaceRows(unit, move, pageRows(move.before, move.after)),
    replaceRows(unit, move, fileRows(move.before, move.after)),
  ]);
  // The hooks run after the head index is updated. Other indexes also refuse a page that is in two spaces, but only the
  // head index reports this as a CONFLICT.
  await runHeadHooks(move);
}

/** Row of a page or a file at a head, without its space and its times. */
export interface HeadRow {
  id: string;
  columns: { path: string | null; blobHash: string | null };
}

interface Rows extends ChangedEntries<HeadRow> {
  table: 'Page' | 'File';
}

/** Returns the rows of pages that differ between two heads. */
export function pageRows(before: Manifest, after: Manifest): Rows {
  const { removed, added } = changedPages(before, after);
  const toRow = ({ page: { id, path, blob } }: IndexedPage) => ({
    id,
    columns: { path: path ?? null, blobHash: blob ?? null },
  });
  return { table: 'Page', removed: removed.map(toRow), added: added.map(toRow) };
}

/** Returns the rows of files that differ between two heads. */
export function fileRows(before: Manifest, after: Manifest): Rows {
  const { removed, added } = changedEntries(manifestIndex(before).fileById, manifestIndex(after).fileById, equalJson);
  const toRow = ({ id, path, blob }: File) => ({ id, columns: { path, blobHash: blob } });
  return { table: 'File', removed: removed.map(toRow), added: added.map(toRow) };
}

/** Maximum number of rows that are updated individually. If there are more, all are deleted and inserted again. */
const maxRowsInPlace = 8;

/**
 * Replaces the rows of changed pages or files. Updates rows with an unchanged path in place, if there are few of them.
 * Deletes the others and inserts them again with their time of creation, because updates would collide when two pages
 * swap paths.
 */
async function replaceRows(unit: UnitOfWork, move: HeadMove, { table, removed, added }: Rows): Promise<void> {
  const paths = new Map(removed.map(({ id, columns }) => [id, columns.path]));
  const staying = added.filter(({ id, columns }) => paths.get(id) === columns.path);
  const updatedInPlace = new Set(staying.length <= maxRowsInPlace ? staying : []);
  for (const { id, columns } of updatedInPlace)
    bufferUpdate(unit.tx, { table, where: { id, spaceId: move.spaceId }, set: { ...columns, updatedAt: unit.at } });
  const changed = new Set([...updatedInPlace].map(({ id }) => id));
  const replaced = removed.filter(({ id }) => !changed.has(id));
  const createdAt = await deleteRowsReturningCreatedAt(unit, move, { table, ids: replaced.map(({ id }) => id) });
  const { organizationId, spaceId } = move;
  const rows = added
    .filter((row) => !updatedInPlace.has(row))
    .map(({ id, columns }) => ({
      ...{ id, organizationId, spaceId },
      ...columns,
      createdAt: createdAt.get(id) ?? unit.at,
      updatedAt: unit.at,
    }));
  await insertRows(unit.tx, { table, rows }).catch(throwIfIdTaken);
}

/** Deletes rows. Returns their times of creation by id. */
async function deleteRowsReturningCreatedAt(
  { tx }: UnitOfWork,
  { spaceId }: HeadMove,
  { table, ids }: { table: Rows['table']; ids: string[] },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const deletion = tx.read.sql.deleteFrom(table as 'Page').where('spaceId', '=', spaceId);
  const rows = await tx.read.all(deletion.where(tx.read.inList('id', ids)).returning(['id', 'createdAt']));
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt]));
}

/**
 * Throws a conflict if a page or file with the same id is at the head of another space. Restored content retains its
 * ids, and another space may meanwhile have a page or file with one of these ids.
 */
function throwIfIdTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError('CONFLICT', 'The content has a page or file that is at the head of another space', {
    reason: 'ID_TAKEN',
  });
}
