import { sql } from 'kysely';
import { equalJson } from '../../engine/base/canonical-json.js';
import type { Hash, Manifest, Page } from '../../engine/base/types.js';
import { type ChangedEntries, changedEntries } from '../../engine/change/diff/changed-entries.js';
import {
  changedKeys,
  type ResolvedTarget,
  resolveReference,
  revisionTargets,
} from '../../engine/change/diff/revision-targets.js';
import { includedBlobs, manifestIndex, textsOfPage } from '../../engine/tree/manifest/page-index.js';
import { chunksOf } from '../../platform/arrays/chunks-of.js';
import { groupBy } from '../../platform/arrays/group-by.js';
import { keyedQuery } from '../../platform/db/query/keyed-query.js';
import { bufferDelete } from '../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { flatMapYielding } from '../../platform/workers/event-loop.js';
import type { IndexedMove } from '../content/revisions/move-head.js';
import { anchorsOf, type LinkedRevision, type LinkRow, linkRowsOf, targetKeysOf } from './link-rows.js';
import { readReferencesInTransaction } from './read-references.js';

/**
 * Version of the rules and of the row format of the link index. Increase it whenever one of them changes, so that the
 * index is rebuilt.
 */
export const linkVersion = 7;

/**
 * Returns a function that updates the link index when a head moves, in the same transaction. It replaces the rows of
 * changed pages. In unchanged pages, it resolves those links again whose targets were added, removed or replaced; this
 * reads no texts. If the space has no index of the current version, it writes all rows. An update and a complete
 * rewrite result in the same rows.
 */
export async function indexLinks(tx: Transaction, spaceId: string): Promise<(move: IndexedMove) => Promise<void>> {
  const isIndexed = await hasLinkIndex(tx, spaceId);
  return (move) => updateIndex(tx, move, isIndexed);
}

async function updateIndex(tx: Transaction, move: IndexedMove, isIndexed: boolean): Promise<void> {
  // Paths are relative to the content root, so a new root changes all targets.
  const isIndexUsable = isIndexed && move.before.root === move.after.root;
  if (!isIndexUsable) await resetIndex(tx, move);
  const { removed: gone, added: come } = pagesWithChangedLinks(isIndexUsable ? move.before : null, move.after);
  deleteRows(
    tx,
    move.spaceId,
    gone.map(({ id }) => id),
  );
  if (isIndexUsable) await resolveLinksAgain(tx, move);
  for (const pages of chunksOf(come, pagesPerBatch)) await insertPages(tx, move, pages);
}

/**
 * Returns the pages whose references differ between two manifests: the old state in `gone`, the new state in `come`. It
 * does not compare the targets that the references resolve to. Returns all pages of `after` if `before` is null.
 */
export function pagesWithChangedLinks(before: Manifest | null, after: Manifest): ChangedEntries<Page> {
  const [old, now] = [
    before ? pagesWithIncludes(before) : new Map<string, PageWithIncludes>(),
    pagesWithIncludes(after),
  ];
  const { removed: gone, added: come } = changedEntries(old, now, hasSameReferences);
  return { removed: gone.map(({ page }) => page), added: come.map(({ page }) => page) };
}

/** A page, and the hashes of the reusable texts that it includes. */
interface PageWithIncludes {
  page: Page;
  includedHashes: Hash[];
}

function pagesWithIncludes(manifest: Manifest): Map<string, PageWithIncludes> {
  const pages = manifestIndex(manifest).pages.map(({ page }) => ({
    page,
    includedHashes: includedBlobs(manifest, page),
  }));
  return new Map(pages.map((one) => [one.page.id, one]));
}

/** Members of a page that may contain references. */
const membersWithReferences = ['blob', 'file', 'cover', 'metaLinks', 'target', 'computed'] as const;

function hasSameReferences(old: PageWithIncludes, now: PageWithIncludes): boolean {
  if (!equalJson(old.includedHashes, now.includedHashes)) return false;
  return (
    old.page === now.page ||
    membersWithReferences.every((member) => equalJson(old.page[member] ?? null, now.page[member] ?? null))
  );
}

const indexVersionQuery = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('LinkSpace').select('version').where(inKeys('spaceId')),
);

async function hasLinkIndex(tx: Transaction, spaceId: string): Promise<boolean> {
  return (await tx.read.first(indexVersionQuery(tx.read, [spaceId])))?.version === linkVersion;
}

async function resetIndex(tx: Transaction, { organizationId, spaceId }: IndexedMove): Promise<void> {
  const where = { spaceId };
  await tx.prisma.link.deleteMany({ where });
  await tx.prisma.linkHeadings.deleteMany({ where });
  const version = { version: linkVersion };
  await tx.prisma.linkSpace.upsert({
    where,
    create: { spaceId, organizationId, ...version },
    update: version,
    select: { spaceId: true },
  });
}

function deleteRows(tx: Transaction, spaceId: string, ids: string[]): void {
  for (const values of chunksOf(ids, rowsPerStatement)) {
    const inList = { column: 'pageId', values } as const;
    for (const table of ['Link', 'LinkHeadings'] as const) bufferDelete(tx, { table, where: { spaceId }, inList });
  }
}

/** Target keys of a link, and the target that they resolved to before. */
interface LinkToResolve extends Pick<LinkRow, 'asked' | 'askedToo'> {
  kind: string;
  targetId: string | null;
}

async function resolveLinksAgain(tx: Transaction, { spaceId, before, after }: IndexedMove): Promise<void> {
  const keys = changedKeys(before, after);
  if (keys.length === 0) return;
  const { read } = tx;
  const hasChangedKey = sql<boolean>`(${read.inList('asked', keys)} or ${read.inList('askedToo', keys)})`;
  const query = read.sql
    .selectFrom('Link')
    .select(['asked', 'askedToo', 'kind', 'targetId'])
    .distinct()
    .where('spaceId', '=', spaceId)
    .where(hasChangedKey);
  const targets = revisionTargets(after);
  const changed = (await read.all(query)).flatMap((link: LinkToResolve) => {
    const target = resolveReference(targetKeysOf(link), { targets, spaceId });
    return target.kind === link.kind && target.targetId === link.targetId ? [] : [{ link, target }];
  });
  // Rows with the same new target are updated together: one statement for each new target.
  for (const group of groupBy(changed, ({ target }) => JSON.stringify(target)).values()) {
    await updateTargets(tx, spaceId, { target: group[0]!.target, links: group.map(({ link }) => link) });
  }
}

async function updateTargets(
  tx: Transaction,
  spaceId: string,
  { target, links }: { target: ResolvedTarget; links: LinkToResolve[] },
): Promise<void> {
  const { read } = tx;
  const singleKeys = links.filter(({ askedToo }) => askedToo === null).map(({ asked }) => asked!);
  const update = read.sql.updateTable('Link').set(target).where('spaceId', '=', spaceId);
  if (singleKeys.length > 0)
    await read.all(update.where('askedToo', 'is', null).where(read.inList('asked', singleKeys)));
  for (const { asked, askedToo } of links) {
    if (askedToo !== null) await read.all(update.where('asked', '=', asked).where('askedToo', '=', askedToo));
  }
}

async function insertPages(tx: Transaction, move: IndexedMove, pages: Page[]): Promise<void> {
  const { organizationId, spaceId, after: manifest } = move;
  const revision: LinkedRevision = { organizationId, spaceId, manifest };
  const texts = pages.flatMap((page) => textsOfPage(manifest, page));
  const knownReferences = await readReferencesInTransaction(tx.read, organizationId, texts);
  // Rows of several pages are inserted together. Rows of a large page are inserted before the next pages are processed.
  let rows: LinkRow[] = [];
  for (const page of pages) {
    rows = rows.concat(await linkRowsOf(revision, page, knownReferences));
    if (rows.length >= rowsPerStatement) await insertLinks(tx, rows.splice(0));
  }
  await insertLinks(tx, rows);
  const headings = pages.flatMap((page) => {
    const anchors = anchorsOf(manifest, page, knownReferences);
    return anchors === null ? [] : [{ organizationId, spaceId, pageId: page.id, anchors }];
  });
  await bufferInsertIfFew(tx, { table: 'LinkHeadings', rows: headings });
}

async function insertLinks(tx: Transaction, links: LinkRow[]): Promise<void> {
  const rows = await flatMapYielding(chunksOf(links, rowsPerStatement), (chunk) =>
    chunk.map((row) => ({ ...row, places: JSON.stringify(row.places) })),
  );
  await bufferInsertIfFew(tx, { table: 'Link', rows });
}

/** Number of pages whose texts are read together. A text has up to a megabyte. */
const pagesPerBatch = 50;

/** Maximum number of rows in one statement, well below the parameter limits of both databases. */
const rowsPerStatement = 500;
