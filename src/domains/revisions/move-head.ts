import { canonicalJson } from '../../content/canonical-json.js';
import { indexOf } from '../../content/page-index.js';
import type { File, Manifest, Page } from '../../content/types.js';
import { indexHead } from '../search/index-head.js';
import type { Act } from '../shared/act.js';

/** A head on its way from one manifest to the next. */
export interface HeadMove {
  organizationId: string;
  spaceId: string;
  /** The new head. */
  revisionId: string;
  before: Manifest;
  after: Manifest;
}

/**
 * Moves a space's head, and with it the head index of pages and files and that of search: only the rows of what changed
 * are touched.
 */
export async function moveHead(act: Act, move: HeadMove): Promise<void> {
  const { tx, at } = act;
  await tx.prisma.space.update({
    where: { id: move.spaceId },
    data: { revisionId: move.revisionId, updatedAt: at },
    select: { id: true },
  });
  await replaceRows(act, move, { table: 'page', before: pageRows(move.before), after: pageRows(move.after) });
  await replaceRows(act, move, { table: 'file', before: fileRows(move.before), after: fileRows(move.after) });
  await indexHead(tx, move);
}

interface IndexRow {
  id: string;
  columns: { path: string | null; blobHash: string | null };
  /** Equal for equal content: what decides whether the thing changed. */
  content: string;
}

interface Rows {
  table: 'page' | 'file';
  before: Map<string, IndexRow>;
  after: Map<string, IndexRow>;
}

function pageRows(manifest: Manifest): Map<string, IndexRow> {
  return new Map(indexOf(manifest).pages.map(({ page, parentId }) => [page.id, rowOfPage(page, parentId)]));
}

function rowOfPage({ children: _, ...page }: Page, parentId: string | null): IndexRow {
  const columns = { path: page.path ?? null, blobHash: page.blob ?? null };
  return { id: page.id, columns, content: canonicalJson({ ...page, parentId }) };
}

function fileRows(manifest: Manifest): Map<string, IndexRow> {
  return new Map(manifest.files.map((file: File) => [file.id, rowOfFile(file)]));
}

function rowOfFile(file: File): IndexRow {
  return { id: file.id, columns: { path: file.path, blobHash: file.blob }, content: canonicalJson(file) };
}

/** The parts of Prisma's models of pages and files that are alike. */
interface IndexTable {
  findMany(query: object): Promise<{ id: string; createdAt: Date }[]>;
  deleteMany(query: object): Promise<unknown>;
  createMany(query: object): Promise<unknown>;
}

/** Statements stay well below the parameter limits of both databases. */
const chunkSize = 500;

/**
 * Changed rows are deleted and inserted again with the time of their creation: paths that two pages swap would collide
 * on the way otherwise.
 */
async function replaceRows({ tx, at }: Act, move: HeadMove, { table, before, after }: Rows): Promise<void> {
  const client = tx.prisma[table] as unknown as IndexTable;
  const gone = [...before.values()].filter(({ id, content }) => after.get(id)?.content !== content);
  const come = [...after.values()].filter(({ id, content }) => before.get(id)?.content !== content);
  const createdAt = new Map<string, Date>();
  for (const rows of chunksOf(gone)) {
    const where = { id: { in: rows.map(({ id }) => id) }, spaceId: move.spaceId };
    for (const row of await client.findMany({ where, select: { id: true, createdAt: true } }))
      createdAt.set(row.id, row.createdAt);
    await client.deleteMany({ where });
  }
  const { organizationId, spaceId } = move;
  for (const rows of chunksOf(come)) {
    const data = rows.map(({ id, columns }) => ({
      id,
      organizationId,
      spaceId,
      ...columns,
      createdAt: createdAt.get(id) ?? at,
      updatedAt: at,
    }));
    await client.createMany({ data });
  }
}

function chunksOf<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
