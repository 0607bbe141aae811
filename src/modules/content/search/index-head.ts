import { sql } from 'kysely';
import { equalJson } from '../../../engine/base/canonical-json.js';
import type { Hash, Manifest, Page } from '../../../engine/base/types.js';
import { changedEntries } from '../../../engine/change/diff/changed-entries.js';
import { formatTokenLine, indexVersion, joinWords, type TextWords } from '../../../engine/search/page-words.js';
import { formatPageTerms } from '../../../engine/search/terms.js';
import { tokensOf } from '../../../engine/search/tokens.js';
import { includedBlobs, manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import { preparedQuery } from '../../../platform/db/query/prepared-query.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { getDerived, words } from '../content-work/derived-cache.js';
import { loadDerived } from '../content-work/load-derived.js';
import type { MovedTexts } from '../revisions/head-hooks.js';
import type { IndexedMove } from '../revisions/move-head.js';
import { readBlobsWithCache, readBlobsWithExtra } from '../revisions/read-blobs.js';

/**
 * Updates the search index when a head moves, in the same transaction: replaces the rows of changed pages. Writes all
 * rows if the space has no index of the current version. In both cases, the resulting rows are the same.
 */
export async function indexHead(tx: Transaction, spaceId: string): Promise<(move: IndexedMove) => Promise<void>> {
  const wasIndexed = await hasIndex(tx, spaceId);
  return (move) => followHead(tx, move, wasIndexed);
}

/** Reads the texts of changed pages whose words are not cached. */
export function loadWords(queries: Queries, { organizationId, before, after, blobs }: MovedTexts) {
  const { added } = changedEntries(indexedPages(before), indexedPages(after), haveSameRow);
  const read = readBlobsWithExtra(blobs);
  return loadDerived(queries, words, {
    organizationId,
    blobs: added.flatMap(blobsOf),
    readTexts: (reads, missing) => read(reads, organizationId, missing),
  });
}

async function followHead(tx: Transaction, move: IndexedMove, wasIndexed: boolean): Promise<void> {
  const [before, after] = [
    wasIndexed ? indexedPages(move.before) : new Map<string, IndexedPage>(),
    indexedPages(move.after),
  ];
  const { removed, added } = changedEntries(before, after, haveSameRow);
  const { spaceId } = move;
  const ids = removed.map(({ page }) => page.id);
  if (!wasIndexed) bufferDelete(tx, { table: 'SearchPage', where: { spaceId } });
  else if (ids.length > 0) deletePages(tx, spaceId, ids);
  let length = 0;
  for (const pages of chunksOf(added, maxRowsPerInsert)) length += await insertPages(tx, move, pages);
  if (!wasIndexed) bufferTotals(tx, move);
  else if (added.length > 0)
    bufferUpdate(tx, { table: 'SearchSpace', where: { spaceId }, add: { pages: added.length, length } });
}

/** Deletes the rows of pages, and subtracts them from the totals of the space. */
function deletePages(tx: Transaction, spaceId: string, ids: string[]): void {
  tx.buffer(subtractFromTotals(tx.read, { spaceId, ids, count: ids.length }));
  bufferDelete(tx, { table: 'SearchPage', where: { spaceId }, inList: { column: 'pageId', values: ids } });
}

const subtractFromTotals = preparedQuery<{ spaceId: string; ids: string[]; count: number }, never>(
  (_read, value, isIn) => sql`update "SearchSpace" set "pages" = "pages" - ${value('count')}, "length" = "length" -
      (select coalesce(sum("length"), 0) from "SearchPage" where "spaceId" = ${value('spaceId')} and ${isIn('pageId', 'ids')})
    where "spaceId" = ${value('spaceId')}`,
);

/** A page in the search index. */
export interface IndexedPage {
  page: Page & { blob: Hash; path: string };
  /** Titles of its ancestors, outermost first. */
  ancestors: string[];
  /** Hashes of the texts that the page includes. */
  included: Hash[];
}

function blobsOf({ page, included }: IndexedPage): Hash[] {
  return [page.blob, ...included];
}

/** Reports whether two states of a page have the same row in the search index. */
function haveSameRow(old: IndexedPage, current: IndexedPage): boolean {
  const isSamePage =
    old.page === current.page ||
    (old.page.title === current.page.title &&
      old.page.path === current.page.path &&
      old.page.blob === current.page.blob &&
      (old.page.description ?? '') === (current.page.description ?? ''));
  return isSamePage && equalJson([old.ancestors, old.included], [current.ancestors, current.included]);
}

/**
 * Returns the documents of a manifest, except those that their author excludes from search. Hidden pages are included:
 * they are only absent from navigation.
 */
export function indexedPages(manifest: Manifest): Map<string, IndexedPage> {
  const titles = new Map<string | null, string[]>([[null, []]]);
  const found = new Map<string, IndexedPage>();
  for (const { page, parentId } of manifestIndex(manifest).pages) {
    const ancestors = titles.get(parentId)!;
    if (page.children?.length) titles.set(page.id, [...ancestors, page.title]);
    if (!isIndexed(page)) continue;
    found.set(page.id, { page, ancestors, included: includedBlobs(manifest, page) });
  }
  return found;
}

function isIndexed(page: Page): page is IndexedPage['page'] {
  return page.type === 'document' && page.blob !== undefined && page.path !== undefined && !page.noIndex;
}

const indexVersionQuery = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('SearchSpace').select('version').where(inKeys('spaceId')),
);

async function hasIndex(tx: Transaction, spaceId: string): Promise<boolean> {
  return (await tx.read.first(indexVersionQuery(tx.read, [spaceId])))?.version === indexVersion;
}

/** Inserts the rows of pages and returns the sum of their lengths. */
async function insertPages(tx: Transaction, move: IndexedMove, pages: IndexedPage[]): Promise<number> {
  const rows = await searchRows(tx.read, move, pages);
  await bufferInsertIfFew(tx, { table: 'SearchPage', rows });
  return rows.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the rows of pages, in the same order. They have no `number`, and `ancestors` is JSON. */
export async function searchRows(
  queries: Queries,
  { organizationId, spaceId }: Pick<IndexedMove, 'organizationId' | 'spaceId'>,
  pages: readonly IndexedPage[],
) {
  const read = (missing: Hash[]) => readBlobsWithCache(queries, organizationId, missing);
  const wordsByBlob = await getDerived(words, { organizationId, blobs: pages.flatMap(blobsOf), read });
  const wordsOf = ({ page, included }: IndexedPage) =>
    joinWords([wordsByBlob.get(page.blob)!, ...included.map((blob) => wordsByBlob.get(blob)!)]);
  return pages.map((indexedPage) => {
    const { page, ancestors } = indexedPage;
    const { id: pageId, title, path, blob: blobHash } = page;
    return {
      organizationId,
      spaceId,
      pageId,
      title,
      path,
      ancestors: JSON.stringify(ancestors),
      blobHash,
      ...textColumns(page, wordsOf(indexedPage)),
    };
  });
}

function textColumns({ title, description }: Page, text: TextWords) {
  const [titleTokens, descriptionTokens] = [tokensOf(title), tokensOf(description ?? '')];
  return {
    words: [formatTokenLine('', titleTokens), formatTokenLine('', descriptionTokens), text.words].join('\n'),
    terms: formatPageTerms({ title: titleTokens, description: descriptionTokens, text: text.terms }),
    titleLength: titleTokens.length,
    length: titleTokens.length + descriptionTokens.length + text.length,
  };
}

/**
 * Buffers a statement that stores the number of rows of the space and their total length. It counts the rows that exist
 * when it runs.
 */
function bufferTotals({ read, buffer }: Transaction, { organizationId, spaceId }: IndexedMove): void {
  buffer(insertTotals(read, { organizationId, spaceId, version: indexVersion }));
}

const insertTotals = preparedQuery<{ organizationId: string; spaceId: string; version: number }, never>(
  (_read, value) => sql`insert into "SearchSpace" ("spaceId", "organizationId", "version", "pages", "length")
    select "id", "organizationId", ${value('version')},
      (select count(*) from "SearchPage" where "spaceId" = ${value('spaceId')}),
      (select coalesce(sum("length"), 0) from "SearchPage" where "spaceId" = ${value('spaceId')})
    from "Space" where "id" = ${value('spaceId')} and "organizationId" = ${value('organizationId')}
    on conflict ("spaceId") do update set "version" = excluded."version", "pages" = excluded."pages", "length" = excluded."length"`,
);

/** Maximum number of rows of one insert. Each row has a few kilobytes, and the insert makes copies of it. */
const maxRowsPerInsert = 50;
