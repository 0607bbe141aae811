import type { Page } from '../../../engine/base/types.js';
import { truncate } from '../../../engine/change/anchors/commentable-blocks.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { doWork } from '../../content/content-work/do-work.js';
import { readManifest } from '../../content/revisions/manifests.js';
import { readBlobs } from '../../content/revisions/read-blobs.js';
import type { Actor } from '../../shared/unit-of-work.js';
import type { Discussion } from './targets.js';

/** The actor, and the charge for searching texts for a comment's subject. */
export interface Poster extends Actor {
  pay(bytes: number): Promise<void>;
}

/** Subject of a comment in a request. */
export interface CommentSubjectInput {
  /** Id of a page. */
  page?: string | null;
  /** Key of a block, of the given page or of the first page in reading order that has it. */
  node?: string | null;
  /** A cell of the block, which must be a table. */
  tableCell?: { record: string; definition: string } | null;
}

/** Subject of a comment after it was found, in columns of `Comment`. */
export interface CommentSubject {
  /** Revision in which it was found. */
  revisionId: string;
  pageId: string;
  nodeId?: string;
  cellRecord?: string;
  cellDefinition?: string;
  /** Hash of the text of the page. */
  blob?: string;
  /** Beginning of the block's text. */
  quote?: string;
}

/** Number of pages whose texts are searched together for a block. */
const atOnce = 100;

/** Maximum length of the quoted text of a block, in characters. */
const maxQuote = 1000;

/**
 * Finds the subject of a comment in the current content; null if the comment names no page and no block.
 * @param lock checks the caller's permission, and returns the space or change request
 * @throws BAD_USER_INPUT that names the page, the block or the cell that does not exist
 */
export async function findCommentSubject(
  { store: { read }, pay }: Poster,
  { page: pageId, node, tableCell }: CommentSubjectInput,
  lock: () => Promise<Discussion>,
): Promise<CommentSubject | null> {
  if (tableCell && node == null)
    throw badInput('tableCell', '`tableCell` must come with `node`, the table that it is in');
  if (pageId == null && node == null) return null;
  const { revisionId, organizationId } = await lock();
  const pages = await pagesAt(read, revisionId, pageId);
  if (node == null) return { revisionId, pageId: pages[0]!.id };
  const found = await findBlock({ read, organizationId, pay }, pages, node);
  if (!found) {
    const where = pageId == null ? 'a page' : 'the page';
    throw badInput(
      'node',
      `\`node\` must be the key of a block of ${where} as it is now (got ${JSON.stringify(node)})`,
    );
  }
  const { page, block } = found;
  if (tableCell) requireCell(tableCell, block.cells);
  const cell = tableCell && { cellRecord: tableCell.record, cellDefinition: tableCell.definition };
  const quote = truncate(block.text, maxQuote);
  return { revisionId, pageId: page.id, nodeId: node, blob: page.blob!, quote, ...cell };
}

/** Returns the page with the id, or all pages in reading order. */
async function pagesAt(read: Queries, revisionId: string, pageId: string | null | undefined): Promise<Page[]> {
  const revision = await read.first(read.sql.selectFrom('Revision').selectAll().where('id', '=', revisionId));
  const { pages, pageById } = manifestIndex(await readManifest(read, revision!));
  if (pageId == null) return pages.map(({ page }) => page);
  const placed = pageById.get(pageId);
  if (placed) return [placed.page];
  throw badInput('page', `\`page\` must be the id of a page as the content is now (got ${JSON.stringify(pageId)})`);
}

interface Source {
  read: Queries;
  organizationId: string;
  pay: Poster['pay'];
}

/** Searches the texts of pages for a block, one group of pages after another, until a text contains it. */
async function findBlock({ read, organizationId, pay }: Source, pages: readonly Page[], node: string) {
  const written = pages.filter(({ blob }) => blob !== undefined);
  for (let start = 0; start < written.length; start += atOnce) {
    const some = written.slice(start, start + atOnce);
    const bytes = await readBlobs(
      read,
      organizationId,
      some.map(({ blob }) => blob!),
    );
    const texts = some.map(({ blob }) => bytes.get(blob!)!);
    const weight = texts.reduce((sum, { length }) => sum + length, 0);
    await pay(weight);
    const found = await doWork('block', { texts, node }, { tenant: organizationId, weight });
    if (found) return { page: some[found.index]!, block: found.block };
  }
  return null;
}

function requireCell(
  { record, definition }: NonNullable<CommentSubjectInput['tableCell']>,
  cells: { records: readonly string[]; definitions: readonly string[] } | undefined,
): void {
  const rows = [
    ['record', 'row', record, cells?.records],
    ['definition', 'column', definition, cells?.definitions],
  ] as const;
  for (const [member, noun, id, ids] of rows) {
    if (ids?.includes(id)) continue;
    const field = `tableCell.${member}`;
    throw badInput(field, `\`${field}\` must be a ${noun} of the table \`node\` (got ${JSON.stringify(id)})`);
  }
}
