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
 * Version of the rows of the link index. It must change whenever the rules for references or the format of a row
 * change.
 */
export const linkVersion = 7;

/**
 * Updates the link index when a head moves, in the same transaction. It replaces the rows of changed pages. It resolves
 * links of unchanged pages again if their targets were added, removed or replaced, without reading texts. If the space
 * has no index of the current version, it writes all rows. An update and a complete rewrite give the same rows.
 */
export async function indexLinks(tx: Transaction, spaceId: string): Promise<(move: IndexedMove) => Promise<void>> {
  const isIndexed = await hasLinkIndex(tx, spaceId);
  return (move) => followHead(tx, move, isIndexed);
}

async function followHead(tx: Transaction, move: IndexedMove, isIndexed: boolean): Promise<void> {
  // Paths are relative to the content root, so a new root changes all targets.
  const isIndexUsable = isIndexed && move.before.root === move.after.root;
  if (!isIndexUsable) await forgetAll(tx, move);
  const { removed: gone, added: come } = changedPages(isIndexUsable ? move.before : null, move.after);
  deleteRows(
    tx,
    move.spaceId,
    gone.map(({ id }) => id),
  );
  if (isIndexUsable) await resolveLinksAgain(tx, move);
  for (const pages of chunksOf(come, textsAtOnce)) await insertPages(tx, move, pages);
}

/**
 * Returns the pages whose rows in the link index differ between two manifests; resolved targets are not compared.
 * Returns all pages of `after` if `before` is null.
 */
export function changedPages(before: Manifest | null, after: Manifest): ChangedEntries<Page> {
  const [old, now] = [before ? linkingPages(before) : new Map<string, LinkingPage>(), linkingPages(after)];
  const { removed: gone, added: come } = changedEntries(old, now, isSame);
  return { removed: gone.map(({ page }) => page), added: come.map(({ page }) => page) };
}

/** A page, and the hashes of the texts that it includes. */
interface LinkingPage {
  page: Page;
  included: Hash[];
}

function linkingPages(manifest: Manifest): Map<string, LinkingPage> {
  const pages = manifestIndex(manifest).pages.map(({ page }) => ({ page, included: includedBlobs(manifest, page) }));
  return new Map(pages.map((one) => [one.page.id, one]));
}

/** Members of a page that may contain references. */
const linking = ['blob', 'file', 'cover', 'metaLinks', 'target', 'computed'] as const;

function isSame(old: LinkingPage, now: LinkingPage): boolean {
  if (!equalJson(old.included, now.included)) return false;
  return (
    old.page === now.page || linking.every((member) => equalJson(old.page[member] ?? null, now.page[member] ?? null))
  );
}

const indexed = keyedQuery(({ sql }, inKeys) => sql.selectFrom('LinkSpace').select('version').where(inKeys('spaceId')));

async function hasLinkIndex(tx: Transaction, spaceId: string): Promise<boolean> {
  return (await tx.read.first(indexed(tx.read, [spaceId])))?.version === linkVersion;
}

async function forgetAll(tx: Transaction, { organizationId, spaceId }: IndexedMove): Promise<void> {
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
  for (const values of chunksOf(ids, rowsAtOnce)) {
    const inList = { column: 'pageId', values } as const;
    for (const table of ['Link', 'LinkHeadings'] as const) bufferDelete(tx, { table, where: { spaceId }, inList });
  }
}

/** Rows with their target keys and the target that they resolved to before. */
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
  const changed = (await read.all(query)).flatMap((again: LinkToResolve) => {
    const now = resolveReference(targetKeysOf(again), { targets, spaceId });
    return now.kind === again.kind && now.targetId === again.targetId ? [] : [{ again, now }];
  });
  // Rows with the same new target are updated together: one statement for each new target.
  for (const group of groupBy(changed, ({ now }) => JSON.stringify(now)).values()) {
    await updateTargets(tx, spaceId, { now: group[0]!.now, asking: group.map(({ again }) => again) });
  }
}

async function updateTargets(
  tx: Transaction,
  spaceId: string,
  { now, asking }: { now: ResolvedTarget; asking: LinkToResolve[] },
): Promise<void> {
  const { read } = tx;
  const simple = asking.filter(({ askedToo }) => askedToo === null).map(({ asked }) => asked!);
  const update = read.sql.updateTable('Link').set(now).where('spaceId', '=', spaceId);
  if (simple.length > 0) await read.all(update.where('askedToo', 'is', null).where(read.inList('asked', simple)));
  for (const { asked, askedToo } of asking) {
    if (askedToo !== null) await read.all(update.where('asked', '=', asked).where('askedToo', '=', askedToo));
  }
}

async function insertPages(tx: Transaction, move: IndexedMove, pages: Page[]): Promise<void> {
  const { organizationId, spaceId, after: manifest } = move;
  const revision: LinkedRevision = { organizationId, spaceId, manifest };
  const texts = pages.flatMap((page) => textsOfPage(manifest, page));
  const known = await readReferencesInTransaction(tx.read, organizationId, texts);
  // Rows of several pages are inserted together. Rows of a large page are inserted before the next pages are processed.
  let rows: LinkRow[] = [];
  for (const page of pages) {
    rows = rows.concat(await linkRowsOf(revision, page, known));
    if (rows.length >= rowsAtOnce) await insertLinks(tx, rows.splice(0));
  }
  await insertLinks(tx, rows);
  const headings = pages.flatMap((page) => {
    const anchors = anchorsOf(manifest, page, known);
    return anchors === null ? [] : [{ organizationId, spaceId, pageId: page.id, anchors }];
  });
  await bufferInsertIfFew(tx, { table: 'LinkHeadings', rows: headings });
}

async function insertLinks(tx: Transaction, links: LinkRow[]): Promise<void> {
  const rows = await flatMapYielding(chunksOf(links, rowsAtOnce), (some) =>
    some.map((row) => ({ ...row, places: JSON.stringify(row.places) })),
  );
  await bufferInsertIfFew(tx, { table: 'Link', rows });
}

/** Number of texts that are read together; each has up to a megabyte. */
const textsAtOnce = 50;

/** Maximum number of rows in one statement, well below the parameter limits of both databases. */
const rowsAtOnce = 500;
