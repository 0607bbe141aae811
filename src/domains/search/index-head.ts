import { sql } from 'kysely';
import { textOf } from '../../content/blob.js';
import { canonicalJson } from '../../content/canonical-json.js';
import { indexOf } from '../../content/page-index.js';
import { hasWords, indexVersion, lineOf, wordsOf } from '../../content/search/page-words.js';
import { termsOfPage } from '../../content/search/terms.js';
import { tokensOf } from '../../content/search/tokens.js';
import type { Hash, Manifest, Page } from '../../content/types.js';
import type { Transaction } from '../../store/transaction.js';

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
  const gone = [...before.values()].filter(({ page, content }) => after.get(page.id)?.content !== content);
  const come = [...after.values()].filter(({ page, content }) => before.get(page.id)?.content !== content);
  const { spaceId } = move;
  if (!isKnown) await tx.prisma.searchPage.deleteMany({ where: { spaceId } });
  for (const pages of chunksOf(gone)) {
    await tx.prisma.searchPage.deleteMany({ where: { spaceId, pageId: { in: pages.map(({ page }) => page.id) } } });
  }
  for (const pages of chunksOf(come)) await insertPages(tx, move, pages);
  if (!isKnown || gone.length > 0 || come.length > 0) await countPages(tx, move);
}

/** A page as search has it. */
interface IndexedPage {
  page: Page & { blob: Hash; path: string };
  /** Titles of the pages above, the outermost first. */
  ancestors: string[];
  /** Equal for equal rows. */
  content: string;
}

/** Documents, unless their author leaves them out; hidden ones are only out of navigation. */
function indexedPages(manifest: Manifest): Map<string, IndexedPage> {
  const titles = new Map<string | null, string[]>([[null, []]]);
  const found = new Map<string, IndexedPage>();
  for (const { page, parentId } of indexOf(manifest).pages) {
    const ancestors = titles.get(parentId)!;
    if (page.children?.length) titles.set(page.id, [...ancestors, page.title]);
    if (!isIndexed(page)) continue;
    const { title, path, blob, description = '' } = page;
    found.set(page.id, { page, ancestors, content: canonicalJson({ title, path, blob, description, ancestors }) });
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
  const texts = await readTexts(tx, organizationId, pages);
  const data = pages.map(({ page, ancestors }) => {
    const { id: pageId, title, path, blob: blobHash } = page;
    return {
      organizationId,
      spaceId,
      pageId,
      title,
      path,
      ancestors: JSON.stringify(ancestors),
      blobHash,
      ...textColumns(page, texts),
    };
  });
  // Prisma makes copies of every text on its way, which cost a large import a tenth of its time and of its memory.
  await tx.read.all(tx.read.sql.insertInto('SearchPage').values(data as never));
}

/** Reads the texts whose words are not in memory. */
async function readTexts(
  tx: Transaction,
  organizationId: string,
  pages: IndexedPage[],
): Promise<Map<Hash, Uint8Array>> {
  const hashes = [...new Set(pages.map(({ page }) => page.blob))].filter((hash) => !hasWords(hash));
  if (hashes.length === 0) return new Map();
  const query = tx.read.sql
    .selectFrom('Blob')
    .select(['hash', 'bytes'])
    .where('organizationId', '=', organizationId)
    .where(tx.read.inList('hash', hashes));
  return new Map((await tx.read.all(query)).map(({ hash, bytes }) => [hash, bytes]));
}

function textColumns(
  { id, title, file, blob, description }: IndexedPage['page'],
  texts: ReadonlyMap<Hash, Uint8Array>,
) {
  const [titled, described] = [tokensOf(title), tokensOf(description ?? '')];
  const text = wordsOf(blob, () => textOf(texts.get(blob)!, file ?? id));
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

function chunksOf<T>(items: T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / chunkSize) }, (_, index) =>
    items.slice(index * chunkSize, (index + 1) * chunkSize),
  );
}
