import { chunksOf } from '../../arrays/chunks-of.js';
import { equalJson } from '../../content/canonical-json.js';
import { type ChangedEntries, changedEntries, changedPages } from '../../content/diff/changed-entries.js';
import { indexOf, type PlacedPage } from '../../content/manifest/page-index.js';
import type { File, Manifest } from '../../content/types.js';
import { AppError } from '../../errors.js';
import { insertRows } from '../../store/insert-rows.js';
import { isUniqueViolation } from '../../store/store-errors.js';
import type { Act } from '../shared/act.js';
import { bringAlong } from './head-followers.js';

/** A head on its way from one manifest to the next. */
export interface HeadMove {
  organizationId: string;
  spaceId: string;
  /** The new head. */
  revisionId: string;
  before: Manifest;
  after: Manifest;
  /** Counts of the space that change with its head. */
  counts?: SpaceCounts;
}

/** Counts that a space keeps, and what they change by. */
export type SpaceCounts = Partial<Record<'changeRequestsOpen' | 'changeRequestsDraft', { increment: number }>>;

/**
 * Moves a space's head, and with it the head index of pages and files and all that follows the head (`head-followers.ts`): only
 * the rows of what changed are touched.
 * @throws CONFLICT where another space has one of the pages or files at its head.
 */
export async function moveHead(act: Act, move: HeadMove): Promise<void> {
  const { tx, at } = act;
  await tx.prisma.space.update({
    where: { id: move.spaceId },
    data: { revisionId: move.revisionId, updatedAt: at, ...move.counts },
    select: { id: true },
  });
  await replaceRows(act, move, pageRows(move.before, move.after));
  await replaceRows(act, move, fileRows(move.before, move.after));
  await bringAlong(tx, move);
}

interface IndexRow {
  id: string;
  columns: { path: string | null; blobHash: string | null };
}

interface Rows extends ChangedEntries<IndexRow> {
  table: 'Page' | 'File';
}

function pageRows(before: Manifest, after: Manifest): Rows {
  const { gone, come } = changedPages(before, after);
  const rowOf = ({ page: { id, path, blob } }: PlacedPage) => ({
    id,
    columns: { path: path ?? null, blobHash: blob ?? null },
  });
  return { table: 'Page', gone: gone.map(rowOf), come: come.map(rowOf) };
}

function fileRows(before: Manifest, after: Manifest): Rows {
  const { gone, come } = changedEntries(indexOf(before).fileById, indexOf(after).fileById, equalJson);
  const rowOf = ({ id, path, blob }: File) => ({ id, columns: { path, blobHash: blob } });
  return { table: 'File', gone: gone.map(rowOf), come: come.map(rowOf) };
}

/** The parts of Prisma's models of pages and files that are alike. */
interface IndexTable {
  findMany(query: object): Promise<{ id: string; createdAt: Date }[]>;
  deleteMany(query: object): Promise<unknown>;
}

/** Statements stay well below the parameter limits of both databases. */
const chunkSize = 500;

/**
 * Changed rows are deleted and inserted again with the time of their creation: paths that two pages swap would collide
 * on the way otherwise.
 */
async function replaceRows({ tx, at }: Act, move: HeadMove, { table, gone, come }: Rows): Promise<void> {
  const client = tx.prisma[table === 'Page' ? 'page' : 'file'] as unknown as IndexTable;
  const createdAt = new Map<string, Date>();
  for (const rows of chunksOf(gone, chunkSize)) {
    const where = { id: { in: rows.map(({ id }) => id) }, spaceId: move.spaceId };
    for (const row of await client.findMany({ where, select: { id: true, createdAt: true } }))
      createdAt.set(row.id, row.createdAt);
    await client.deleteMany({ where });
  }
  const { organizationId, spaceId } = move;
  const rows = come.map(({ id, columns }) => ({
    id,
    organizationId,
    spaceId,
    ...columns,
    createdAt: createdAt.get(id) ?? at,
    updatedAt: at,
  }));
  await insertRows(tx, { table, rows }).catch(refuseTaken);
}

/** Restored content brings its ids along, and its history keeps them: another space may have come to one meanwhile. */
function refuseTaken(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError('CONFLICT', 'The content has a page or file that is at the head of another space', {
    reason: 'ID_TAKEN',
  });
}
