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

/**
 * The author of a comment to post. `pay` charges the author for texts that are searched for the subject of the comment.
 */
export interface CommentAuthor extends Actor {
  pay(bytes: number): Promise<void>;
}

/** Subject of a comment, as a request describes it. */
export interface CommentSubjectInput {
  /** Id of a page. */
  page?: string | null;
  /** Key of a block. Without `page`, the block of the first page in reading order that has this key. */
  node?: string | null;
  /** A cell of the block, which must be a table. */
  tableCell?: { record: string; definition: string } | null;
}

/** Subject of a comment that was found in the content, as columns of `Comment`. */
export interface CommentSubject {
  /** Id of the revision where the subject was found. */
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

/** Number of pages whose texts one task searches for a block. */
const pagesPerBatch = 100;

/** Maximum length of the quoted text of a block, in characters. */
const maxQuoteLength = 1000;

/**
 * Finds the subject of a comment in the current content. Returns null for a comment without a page and a block.
 * @param lock function that checks the permission of the caller, and returns the space or change request
 * @throws BAD_USER_INPUT for a page, block or cell that does not exist
 */
export async function findCommentSubject(
  { store: { read }, pay }: CommentAuthor,
  { page: pageId, node, tableCell }: CommentSubjectInput,
  lock: () => Promise<Discussion>,
): Promise<CommentSubject | null> {
  if (tableCell && node == null)
    throw badInput('tableCell', '`tableCell` must come with `node`, the table that it is in');
  if (pageId == null && node == null) return null;
  const { revisionId, organizationId } = await lock();
  const pages = await readPages(read, revisionId, pageId);
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
  const quote = truncate(block.text, maxQuoteLength);
  return { revisionId, pageId: page.id, nodeId: node, blob: page.blob!, quote, ...cell };
}

/** Returns the page with the id `pageId`; without an id, all pages in reading order. */
async function readPages(read: Queries, revisionId: string, pageId: string | null | undefined): Promise<Page[]> {
  const revision = await read.first(read.sql.selectFrom('Revision').selectAll().where('id', '=', revisionId));
  const { pages, pageById } = manifestIndex(await readManifest(read, revision!));
  if (pageId == null) return pages.map(({ page }) => page);
  const entry = pageById.get(pageId);
  if (entry) return [entry.page];
  throw badInput('page', `\`page\` must be the id of a page as the content is now (got ${JSON.stringify(pageId)})`);
}

interface SearchContext {
  read: Queries;
  organizationId: string;
  pay: CommentAuthor['pay'];
}

/** Searches the texts of pages for a block, in batches of pages, until a text contains it. */
async function findBlock({ read, organizationId, pay }: SearchContext, pages: readonly Page[], node: string) {
  const pagesWithText = pages.filter(({ blob }) => blob !== undefined);
  for (let start = 0; start < pagesWithText.length; start += pagesPerBatch) {
    const batch = pagesWithText.slice(start, start + pagesPerBatch);
    const bytes = await readBlobs(
      read,
      organizationId,
      batch.map(({ blob }) => blob!),
    );
    const texts = batch.map(({ blob }) => bytes.get(blob!)!);
    const weight = texts.reduce((sum, { length }) => sum + length, 0);
    await pay(weight);
    const found = await doWork('block', { texts, node }, { tenant: organizationId, weight });
    if (found) return { page: batch[found.index]!, block: found.block };
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
