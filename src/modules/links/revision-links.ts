import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import type { Manifest, Page } from '../../engine/base/types.js';
import { resolveReference, revisionTargets } from '../../engine/change/diff/revision-targets.js';
import { manifestIndex, textsOfPage } from '../../engine/tree/manifest/page-index.js';
import { flatMapYielding, forEachYielding } from '../../platform/workers/event-loop.js';
import { type ContentView, headOf } from '../content/revisions/content-view.js';
import { pagesWithChangedLinks } from './index-head.js';
import { anchorsOf, type KnownReferences, type LinkRow, linkRowsOf, targetKeysOf } from './link-rows.js';
import { appPrefix, type LinkStatus, linkStatusExpression } from './link-status.js';
import { readReferences } from './read-references.js';
import { type LinkWithStatus, usageList } from './usage-rows.js';

/** A link in the content of any revision, with its status for the viewer. */
export interface RevisionLink {
  /** Id of the page that contains the link, `/`, and the position of the link in that page. */
  id: string;
  link: LinkRow;
  content: ContentView;
  status: LinkStatus;
  /** Whether the link is broken in this revision but not at the head of the space. */
  isNewlyBroken: boolean;
}

/**
 * Returns all links of a revision, ordered by page and position. The revision may be that of a change request. For
 * pages that do not differ from the head of the space, it takes the links from the index. It resolves these links again
 * in the revision. This reads no texts.
 */
export function linksOfRevision(context: Context, content: ContentView): Promise<RevisionLink[]> {
  return context.loaders.once(`links of ${content.revision.id}`, () => readLinks(context, content));
}

async function readLinks(context: Context, content: ContentView): Promise<RevisionLink[]> {
  const { organizationId, spaceId } = content.revision;
  const rows = await context.read.all(usageList('Space', null, context).query(sql.val(spaceId)), {
    status: 'string',
  } as never);
  const changed = changedById(content, await headOf(context, spaceId));
  const { manifest } = content;
  const texts = [...changed.values()].flatMap((page) => textsOfPage(manifest, page));
  const knownReferences = await readReferences(context.read, organizationId, texts);
  const changes: ChangedPages = { manifest, changed, knownReferences };
  const links = await collectLinks(content, rows, changes);
  const statuses = await readStatuses(context, links, changes);
  const isBrokenBefore = await createBrokenCheck(rows);
  let index = 0;
  return flatMapYielding(links, (link) => {
    const status = statuses[index++]!;
    const isNewlyBroken = status === 'broken' && !isBrokenBefore(link);
    return [{ id: `${link.pageId}/${link.position}`, link, content, status, isNewlyBroken }];
  });
}

/** Returns the pages of a revision whose references differ from those at the head of the space, by id. */
function changedById({ manifest }: ContentView, head: ContentView | null): Map<string, Page> {
  const before = head?.manifest.root === manifest.root ? head.manifest : null;
  return new Map(pagesWithChangedLinks(before, manifest).added.map((page) => [page.id, page]));
}

/**
 * Returns the links of a revision, ordered by page and position. It takes the links of unchanged pages from `rows`, and
 * finds the links of changed pages.
 */
async function collectLinks(
  content: ContentView,
  rows: LinkWithStatus[],
  { changed, knownReferences }: Omit<ChangedPages, 'manifest'>,
): Promise<LinkRow[]> {
  const { manifest, revision } = content;
  const { organizationId, spaceId } = revision;
  const { pageById } = manifestIndex(manifest);
  const targets = revisionTargets(manifest);
  const byPage = new Map<string, LinkRow[]>();
  await forEachYielding(rows, (row) => {
    if (!pageById.has(row.pageId) || changed.has(row.pageId)) return;
    const link = row.asked === null ? row : { ...row, ...resolveReference(targetKeysOf(row), { targets, spaceId }) };
    const links = byPage.get(row.pageId);
    if (links) links.push(link);
    else byPage.set(row.pageId, [link]);
  });
  for (const links of byPage.values()) links.sort((one, other) => one.position - other.position);
  await forEachYielding(changed.values(), async (page) => {
    const links = await linkRowsOf({ organizationId, spaceId, manifest }, page, knownReferences);
    byPage.set(
      page.id,
      links.filter(({ kind }) => kind !== 'translation'),
    );
  });
  return flatMapYielding([...byPage.keys()].sort(), (pageId) => byPage.get(pageId)!);
}

/** Returns a function that reports whether the given rows contain the link with the status `broken`. */
async function createBrokenCheck(rows: LinkWithStatus[]): Promise<(link: LinkRow) => boolean> {
  const broken = new Set<string>();
  await forEachYielding(rows, (row) => {
    if (row.status === 'broken') broken.add(referenceKey(row));
  });
  return (link) => broken.size > 0 && broken.has(referenceKey(link));
}

/** Returns a key that identifies a reference of a page in all revisions. */
function referenceKey({
  pageId,
  relation,
  asked,
  askedToo,
  anchor,
  targetId,
  targetSpaceId,
  address,
}: LinkRow): string {
  const target = asked === null ? [targetId, targetSpaceId, targetId === null ? address : null] : [asked, askedToo];
  return JSON.stringify([pageId, relation, anchor, target]);
}

/** The changed pages of a revision by id, and the references in their texts. */
interface ChangedPages {
  manifest: Manifest;
  changed: ReadonlyMap<string, Page>;
  knownReferences: KnownReferences;
}

/**
 * Returns the statuses of links, in the order of the links. Reads all statuses that depend on the database in one batch
 * of queries.
 */
async function readStatuses(context: Context, links: LinkRow[], changes: ChangedPages): Promise<LinkStatus[]> {
  const find = statusFromRevision(context, changes);
  const statuses: (LinkStatus | null)[] = [];
  const undecided: LinkRow[] = [];
  await forEachYielding(links, (link) => {
    const status = find(link);
    statuses.push(status);
    if (status === null) undecided.push(link);
  });
  if (undecided.length === 0) return statuses as LinkStatus[];
  const found = await statusesFromDatabase(context, undecided);
  let next = 0;
  return statuses.map((status) => status ?? found[next++]!);
}

/** Reads the statuses of links from the database. */
async function statusesFromDatabase(context: Context, links: LinkRow[]): Promise<LinkStatus[]> {
  const found = await context.read.perKey<{ status: LinkStatus }>({
    keys: links.map(({ kind, targetId, targetSpaceId, spaceId, anchorKey, address }) => [
      kind,
      targetId ?? '',
      targetSpaceId ?? '',
      spaceId,
      anchorKey ?? '',
      address,
    ]),
    query: (...[kind, targetId, targetSpaceId, spaceId, anchorKey, address]) => {
      const row = sql`(select ${kind} as "kind", ${targetId} as "targetId", nullif(${targetSpaceId}, '') as "targetSpaceId",
        ${spaceId} as "spaceId", nullif(${anchorKey}, '') as "anchorKey", ${address} as "address")`;
      return context.read.sql.selectFrom(row.as('Link')).select(linkStatusExpression(context).as('status')) as never;
    },
    decode: { status: 'string' } as never,
  });
  return found.map(([row]) => row!.status);
}

/**
 * Returns a function that derives the status of a link from the revision alone, or returns null if the status depends
 * on the database.
 */
function statusFromRevision(
  context: Context,
  { manifest, changed, knownReferences }: ChangedPages,
): (link: LinkRow) => LinkStatus | null {
  const app = appPrefix(context);
  const anchors = new Map<string, string | null>();
  const anchorsIn = (page: Page): string | null => {
    const pageAnchors = anchors.get(page.id) ?? anchorsOf(manifest, page, knownReferences);
    anchors.set(page.id, pageAnchors);
    return pageAnchors;
  };
  return ({ kind, anchorKey, targetId, targetSpaceId, spaceId, address }) => {
    if (kind === 'none') return 'broken';
    if (kind === 'url') return address.startsWith(app) ? 'in-app' : 'ok';
    if (kind === 'file') return 'ok';
    if (targetSpaceId !== spaceId || (kind !== 'page' && kind !== 'reusable-content')) return null;
    if (kind === 'reusable-content' || anchorKey === null) return 'ok';
    const page = changed.get(targetId!);
    if (!page) return null;
    return anchorsIn(page)?.includes(`\n${anchorKey}\n`) ? 'ok' : 'broken';
  };
}
