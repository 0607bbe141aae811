import { sql } from 'kysely';
import type { Context } from '../../api/graphql/execution/context.js';
import type { Manifest, Page } from '../../engine/base/types.js';
import { resolveAsked, targetsOf } from '../../engine/change/diff/revision-targets.js';
import { indexOf, textsOfPage } from '../../engine/tree/manifest/page-index.js';
import { flatMapYielding, forEachYielding } from '../../platform/workers/event-loop.js';
import { type ContentView, headOf } from '../content/revisions/content-view.js';
import { changedPages } from './index-head.js';
import { anchorsOf, type KnownReferences, type LinkRow, linkRowsOf } from './link-rows.js';
import { appPrefix, type LinkStatus, statusOf } from './link-status.js';
import { readReferences } from './read-references.js';
import { type KnownLink, linksOf } from './usage-rows.js';

/** A link of a revision that need not be the head of its space; there may be tens of thousands, of which a page is shown. */
export interface RevisionLink {
  /** Its page, and its place in it. */
  id: string;
  link: LinkRow;
  content: ContentView;
  status: LinkStatus;
  /** Whether it is broken and the head of the space does not have it so: what this revision would break. */
  isNewlyBroken: boolean;
}

/**
 * All links of a revision, such as a change request's, by page and place. Those of pages that are as at the head of the space
 * come from the index, resolved again within the revision: of these no text is read.
 */
export function linksOfRevision(context: Context, content: ContentView): Promise<RevisionLink[]> {
  return context.loaders.once(`links of ${content.revision.id}`, () => readLinks(context, content));
}

async function readLinks(context: Context, content: ContentView): Promise<RevisionLink[]> {
  const { organizationId, spaceId } = content.revision;
  const rows = await context.read.all(linksOf('Space', null, context).query(sql.val(spaceId)), {
    status: 'string',
  } as never);
  const changed = changedById(content, await headOf(context, spaceId));
  const { manifest } = content;
  const texts = [...changed.values()].flatMap((page) => textsOfPage(manifest, page));
  const known = await readReferences(context.read, organizationId, texts);
  const within: Changed = { manifest, changed, known };
  const links = await byPlace(content, rows, within);
  const statuses = await statusesOf(context, links, within);
  const isBrokenBefore = await brokenIn(rows);
  let index = 0;
  return flatMapYielding(links, (link) => {
    const status = statuses[index++]!;
    const isNewlyBroken = status === 'broken' && !isBrokenBefore(link);
    return [{ id: `${link.pageId}/${link.position}`, link, content, status, isNewlyBroken }];
  });
}

/** Pages of a revision whose references are not those of the head, by id. */
function changedById({ manifest }: ContentView, head: ContentView | null): Map<string, Page> {
  const before = head?.manifest.root === manifest.root ? head.manifest : null;
  return new Map(changedPages(before, manifest).come.map((page) => [page.id, page]));
}

/** The links of a revision: those of the head where its pages are the same, and those of the pages that changed. */
async function byPlace(
  content: ContentView,
  rows: KnownLink[],
  { changed, known }: Omit<Changed, 'manifest'>,
): Promise<LinkRow[]> {
  const { manifest, revision } = content;
  const { organizationId, spaceId } = revision;
  const { pageById } = indexOf(manifest);
  const targets = targetsOf(manifest);
  const byPage = new Map<string, LinkRow[]>();
  await forEachYielding(rows, (row) => {
    if (!pageById.has(row.pageId) || changed.has(row.pageId)) return;
    const link = row.asked === null ? row : { ...row, ...resolveAsked(row, { targets, spaceId }) };
    const links = byPage.get(row.pageId);
    if (links) links.push(link);
    else byPage.set(row.pageId, [link]);
  });
  for (const links of byPage.values()) links.sort((one, other) => one.position - other.position);
  await forEachYielding(changed.values(), async (page) => {
    const links = await linkRowsOf({ organizationId, spaceId, manifest }, page, known);
    byPage.set(
      page.id,
      links.filter(({ kind }) => kind !== 'translation'),
    );
  });
  return flatMapYielding([...byPage.keys()].sort(), (pageId) => byPage.get(pageId)!);
}

/** Tells of a link whether it was broken among others already. */
async function brokenIn(rows: KnownLink[]): Promise<(link: LinkRow) => boolean> {
  const broken = new Set<string>();
  await forEachYielding(rows, (row) => {
    if (row.status === 'broken') broken.add(identityOf(row));
  });
  return (link) => broken.size > 0 && broken.has(identityOf(link));
}

/** Equal for the same reference of a page in two revisions. */
function identityOf({ pageId, relation, asked, askedToo, anchor, targetId, targetSpaceId, address }: LinkRow): string {
  const target = asked === null ? [targetId, targetSpaceId, targetId === null ? address : null] : [asked, askedToo];
  return JSON.stringify([pageId, relation, anchor, target]);
}

interface Changed {
  manifest: Manifest;
  changed: ReadonlyMap<string, Page>;
  known: KnownReferences;
}

/** The statuses of links in their order; what only the database knows is asked of it in one batch. */
async function statusesOf(context: Context, links: LinkRow[], within: Changed): Promise<LinkStatus[]> {
  const find = statusWithin(context, within);
  const statuses: (LinkStatus | null)[] = [];
  const open: LinkRow[] = [];
  await forEachYielding(links, (link) => {
    const status = find(link);
    statuses.push(status);
    if (status === null) open.push(link);
  });
  if (open.length === 0) return statuses as LinkStatus[];
  const found = await askedStatuses(context, open);
  let next = 0;
  return statuses.map((status) => status ?? found[next++]!);
}

/** What the database knows of links. */
async function askedStatuses(context: Context, links: LinkRow[]): Promise<LinkStatus[]> {
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
      return context.read.sql.selectFrom(row.as('Link')).select(statusOf(context).as('status')) as never;
    },
    decode: { status: 'string' } as never,
  });
  return found.map(([row]) => row!.status);
}

/** Finds the status of a link as far as its revision tells it; null for what the database knows. */
function statusWithin(context: Context, { manifest, changed, known }: Changed): (link: LinkRow) => LinkStatus | null {
  const app = appPrefix(context);
  const anchors = new Map<string, string | null>();
  const anchorsIn = (page: Page): string | null => {
    const made = anchors.get(page.id) ?? anchorsOf(manifest, page, known);
    anchors.set(page.id, made);
    return made;
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
