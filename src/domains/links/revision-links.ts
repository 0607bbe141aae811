import { sql } from 'kysely';
import { resolveAsked, targetsOf } from '../../content/links/revision-targets.js';
import { indexOf } from '../../content/manifest/page-index.js';
import type { Page } from '../../content/types.js';
import type { Context } from '../../graphql/context.js';
import { groupBy } from '../../group-by.js';
import { flatMapInTurns } from '../../threads/turns.js';
import { type ContentView, headOf } from '../revisions/content-view.js';
import { changedPages } from './index-head.js';
import { knownReferences } from './known-references.js';
import { anchorsOf, type KnownReferences, type LinkRow, linkRowsOf } from './link-rows.js';
import { appPrefix, type LinkStatus, statusOf } from './link-status.js';
import { type KnownLink, linksOf } from './usage-rows.js';

/** A link of a revision that need not be the head of its space. */
export interface RevisionLink extends KnownLink {
  /** Its page, and its place in it. */
  id: string;
  content: ContentView;
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
  const { manifest } = content;
  const rows = await context.read.all(linksOf('Space', null, context).query(sql.val(spaceId)), {
    status: 'string',
  } as never);
  const changed = changedById(content, await headOf(context, spaceId));
  const known = await knownReferences(context.read, organizationId, [...changed.values()]);
  const targets = targetsOf(manifest);
  const { pageById } = indexOf(manifest);
  const revision = { organizationId, spaceId, manifest };
  const kept = await flatMapInTurns(rows, (row) => {
    if (!pageById.has(row.pageId) || changed.has(row.pageId)) return [];
    return [row.asked === null ? row : { ...row, ...resolveAsked(row, { targets, spaceId }) }];
  });
  const made = await flatMapInTurns(changed.values(), (page) => linkRowsOf(revision, page, known));
  const links = await byPlace([...kept, ...made]);
  const statuses = await statusesOf(context, links, { changed, known });
  const broken = await flatMapInTurns(rows, (row) => (row.status === 'broken' ? [identityOf(row)] : []));
  const brokenBefore = new Set(broken);
  let index = 0;
  return flatMapInTurns(links, (link) => {
    const status = statuses[index++]!;
    const id = `${link.pageId}/${link.position}`;
    return [
      { ...link, id, content, status, isNewlyBroken: status === 'broken' && !brokenBefore.has(identityOf(link)) },
    ];
  });
}

/** Pages of a revision whose references are not those of the head, by id. */
function changedById({ manifest }: ContentView, head: ContentView | null): Map<string, Page> {
  const before = head?.manifest.root === manifest.root ? head.manifest : null;
  return new Map(changedPages(before, manifest).come.map((page) => [page.id, page]));
}

function byPlace(links: LinkRow[]): Promise<LinkRow[]> {
  const byPage = groupBy(links, ({ pageId }) => pageId);
  return flatMapInTurns([...byPage.keys()].sort(), (pageId) =>
    byPage.get(pageId)!.sort((one, other) => one.position - other.position),
  );
}

/** Equal for the same reference of a page in two revisions. */
function identityOf({ pageId, relation, asked, askedToo, anchor, targetId, targetSpaceId, address }: LinkRow): string {
  const target = asked === null ? [targetId, targetSpaceId, targetId === null ? address : null] : [asked, askedToo];
  return JSON.stringify([pageId, relation, anchor, target]);
}

interface Changed {
  changed: ReadonlyMap<string, Page>;
  known: KnownReferences;
}

/** The statuses of links in their order; what only the database knows is asked of it in one batch. */
async function statusesOf(context: Context, links: LinkRow[], within: Changed): Promise<LinkStatus[]> {
  const known = await flatMapInTurns(links, (link) => [knownStatus(context, link, within)]);
  const open = links.filter((_, index) => known[index] === null);
  if (open.length === 0) return known as LinkStatus[];
  const found = await context.read.perKey<{ status: LinkStatus }>({
    keys: open.map(({ kind, targetId, targetSpaceId, spaceId, anchorKey, address }) => [
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
  let next = 0;
  return known.map((status) => status ?? found[next++]![0]!.status);
}

/** The status of a link as far as its revision tells it; null for what the database knows. */
function knownStatus(context: Context, link: LinkRow, { changed, known }: Changed): LinkStatus | null {
  const { kind, anchorKey, targetId, targetSpaceId, spaceId, address } = link;
  if (kind === 'none') return 'broken';
  if (kind === 'url') return address.startsWith(appPrefix(context)) ? 'in-app' : 'ok';
  if (kind === 'file') return 'ok';
  if (targetSpaceId !== spaceId || (kind !== 'page' && kind !== 'reusable-content')) return null;
  if (kind === 'reusable-content' || anchorKey === null) return 'ok';
  const page = changed.get(targetId!);
  if (!page) return null;
  return anchorsOf(page, known)?.includes(`\n${anchorKey}\n`) ? 'ok' : 'broken';
}
