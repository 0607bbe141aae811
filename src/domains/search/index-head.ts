import { sql } from 'kysely';
import { chunksOf } from '../../arrays/chunks-of.js';
import { equalJson } from '../../content/canonical-json.js';
import { changedEntries } from '../../content/diff/changed-entries.js';
import { indexOf } from '../../content/manifest/page-index.js';
import { indexVersion, lineOf, type TextWords } from '../../content/search/page-words.js';
import { termsOfPage } from '../../content/search/terms.js';
import { tokensOf } from '../../content/search/tokens.js';
import type { Hash, Manifest, Page } from '../../content/types.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/transaction.js';
import { derivedOf, words } from '../content-work/derived.js';
import { readBlobs } from '../revisions/read-blobs.js';

/** A space's head on its way from one manifest to the next. */
export interface IndexMove {
  organizationId: string;
  spaceId: string;
  before: Manifest;
  after: Manifest;
}

/**
 * Makes the search index follow a head, in the transaction that moves it: the rows of changed pages are swapped. Where the
 * space has no index yet, or one of another version, all rows are made anew; the rows are the same either way.
 */
export async function indexHead(tx: Transaction, move: IndexMove): Promise<void> {
  const isKnown = await hasIndex(tx, move.spaceId);
  const [before, after] = [
    isKnown ? indexedPages(move.before) : new Map<string, IndexedPage>(),
    indexedPages(move.after),
  ];
  const { gone, come } = changedEntries(before, after, isSame);
  const { spaceId } = move;
  if (!isKnown) await tx.prisma.searchPage.deleteMany({ where: { spaceId } });
  for (const pages of chunksOf(gone, chunkSize)) {
    await tx.prisma.searchPage.deleteMany({ where: { spaceId, pageId: { in: pages.map(({ page }) => page.id) } } });
  }
  for (const pages of chunksOf(come, chunkSize)) await insertPages(tx, move, pages);
  if (!isKnown || gone.length > 0 || come.length > 0) await countPages(tx, move);
}

/** A page as search has it. */
interface IndexedPage {
  page: Page & { blob: Hash; path: string };
  /** Titles of the pages above, the outermost first. */
  ancestors: string[];
}

/** Whether the rows are equal. */
function isSame(old: IndexedPage, now: IndexedPage): boolean {
  const isSamePage =
    old.page === now.page ||
    (old.page.title === now.page.title &&
      old.page.path === now.page.path &&
      old.page.blob === now.page.blob &&
      (old.page.description ?? '') === (now.page.description ?? ''));
  return isSamePage && equalJson(old.ancestors, now.ancestors);
}

/** Documents, unless their author leaves them out; hidden ones are only out of navigation. */
function indexedPages(manifest: Manifest): Map<string, IndexedPage> {
  const titles = new Map<string | null, string[]>([[null, []]]);
  const found = new Map<string, IndexedPage>();
  for (const { page, parentId } of indexOf(manifest).pages) {
    const ancestors = titles.get(parentId)!;
    if (page.children?.length) titles.set(page.id, [...ancestors, page.title]);
    if (!isIndexed(page)) continue;
    found.set(page.id, { page, ancestors });
  }
  return found;
}

function isIndexed(page: Page): page is IndexedPage['page'] {
  return page.type === 'document' && page.blob !== undefined && page.path !== undefined && !page.noIndex;
}

async function hasIndex(tx: Transaction, spaceId: string): Promise<boolean> {
  const query = tx.read.sql.selectFrom('SearchSpace').select('version').where('spaceId', '=', spaceId);
  return (await tx.read.first(query))?.version === indexVersion;
}

async function insertPages(
  tx: Transaction,
  { organizationId, spaceId }: IndexMove,
  pages: IndexedPage[],
): Promise<void> {
  const read = (missing: Hash[]) => readBlobs(tx.read, organizationId, missing);
  const found = await derivedOf(
    words,
    pages.map(({ page }) => page.blob),
    read,
  );
  const rows = pages.map(({ page, ancestors }) => {
    const { id: pageId, title, path, blob: blobHash } = page;
    return {
      organizationId,
      spaceId,
      pageId,
      title,
      path,
      ancestors: JSON.stringify(ancestors),
      blobHash,
      ...textColumns(page, found.get(blobHash)!),
    };
  });
  await insertRows(tx, { table: 'SearchPage', rows });
}

function textColumns({ title, description }: Page, text: TextWords) {
  const [titled, described] = [tokensOf(title), tokensOf(description ?? '')];
  return {
    words: [lineOf('', titled), lineOf('', described), text.words].join('\n'),
    terms: termsOfPage({ title: titled, description: described, text: text.terms }),
    titleLength: titled.length,
    length: titled.length + described.length + text.length,
  };
}

async function countPages(tx: Transaction, { organizationId, spaceId }: IndexMove): Promise<void> {
  const query = tx.read.sql
    .selectFrom('SearchPage')
    .select(({ fn }) => [
      fn.countAll<number>().as('pages'),
      sql<number>`coalesce(sum(${sql.ref('length')}), 0)`.as('length'),
    ])
    .where('spaceId', '=', spaceId);
  const counted = (await tx.read.first(query, { pages: 'int', length: 'int' }))!;
  const data = { organizationId, version: indexVersion, pages: counted.pages, length: counted.length };
  await tx.prisma.searchSpace.upsert({
    where: { spaceId },
    create: { spaceId, ...data },
    update: data,
    select: { spaceId: true },
  });
}

/** Rows are some kilobytes each, and the writer makes copies of them. */
const chunkSize = 50;
