import type { Context } from '../../api/graphql/execution/context.js';
import { ownMember } from '../../engine/base/own-member.js';
import { collectionsById } from '../content/collections/loaders.js';
import {
  type ContentView,
  fileById,
  findHeadPage,
  headOf,
  type PageView,
  pageById,
} from '../content/revisions/content-view.js';
import { spacesById } from '../content/spaces/loaders.js';
import { usersById } from '../identity/users/loaders.js';
import { changeRequestsById } from '../review/change-requests/loaders.js';
import { findSpecification } from '../specifications/find-named.js';
import type { Location, Version } from './location.js';
import type { RevisionLink } from './revision-links.js';
import type { LinkWithStatus } from './usage-rows.js';

/** A usage in GraphQL: a row of the link index, or a link of a revision that is not the head of its space. */
export type Usage = LinkWithStatus | RevisionLink;

/** A link with its status, and its revision. */
interface UsageLink extends LinkWithStatus {
  /** Content of its revision; absent for the head of its space. */
  content?: ContentView;
}

/** Returns the link of a usage. */
export function linkOfUsage(usage: Usage): UsageLink {
  if (!('link' in usage)) return usage;
  const { link, status, content } = usage;
  return { ...link, status, content };
}

/**
 * Returns the target of a usage; null if there is no target and no address to show. A target that the viewer may not
 * see is returned as an address.
 */
export async function usageTarget(context: Context, usage: Usage): Promise<Location | null> {
  const asking = linkOfUsage(usage);
  const { kind, targetId, address } = asking;
  const found = await ownMember(finders, kind)?.(context, asking, targetId!);
  return found ?? (address === '' ? null : { kind: 'url', url: address });
}

/**
 * Returns the positions of a usage on its page. There is one position for each heading under which the reference
 * occurs.
 */
export async function positionsOf(context: Context, usage: Usage): Promise<Location[]> {
  const asking = linkOfUsage(usage);
  const { pageId, places } = asking;
  const content = await loadContent(context, asking);
  const page = content && pageById(content, pageId);
  if (!page) return [];
  const place = await locationBase(context, asking);
  return places.map((anchor) => pageLocation(place, page, anchor || null));
}

type Finder = (context: Context, asking: UsageLink, id: string) => Promise<Location | null>;

/**
 * For each kind of target: the function that finds it. If the link is broken, the functions return only objects of the
 * revision.
 */
const finders: Record<string, Finder> = {
  page: async (context, asking, id) => {
    const isOwn = asking.targetSpaceId === asking.spaceId;
    if (!isOwn) return outsidePage(context, asking, id);
    const content = await loadContent(context, asking);
    const page = content && pageById(content, id);
    return page && pageLocation(await locationBase(context, asking), page, asking.anchor);
  },
  file: async (context, asking, id) => {
    const content = await loadContent(context, asking);
    const file = content && fileById(content, id);
    return file && { kind: 'file', file, ...(await locationBase(context, asking)) };
  },
  'reusable-content': async (context, asking, id) => {
    const content = await loadContent(context, asking);
    const found = content?.manifest.reusableContents.find((one) => one.id === id);
    return found ? { kind: 'reusable-content', content: found, ...(await locationBase(context, asking)) } : null;
  },
  space: ifVisible(async ({ loaders }, _asking, id) => ({ kind: 'space', space: await loaders.get(spacesById, id) })),
  collection: ifVisible(async ({ loaders }, _asking, id) => ({
    kind: 'collection',
    collection: await loaders.get(collectionsById, id),
  })),
  openapi: ifVisible(async (context, { spaceId }, name) => {
    const { organizationId } = await context.loaders.get(spacesById, spaceId);
    const specification = await findSpecification(context, { organizationId, name });
    return specification && { kind: 'openapi', specification };
  }),
  user: ifVisible(async ({ loaders }, _asking, id) => ({ kind: 'user', user: await loaders.get(usersById, id) })),
};

/**
 * Wraps a finder: it reads a target outside of the revision only if the status of the link says that the viewer sees
 * the target.
 */
function ifVisible(find: Finder): Finder {
  return async (context, asking, id) => (asking.status === 'ok' ? find(context, asking, id) : null);
}

const outsidePage = ifVisible(async (context, { anchor }, id) => {
  const page = await findHeadPage(context, id);
  if (!page) return null;
  const { organizationId, spaceId } = page.content.revision;
  return pageLocation({ organizationId, spaceId, version: null }, page, anchor);
});

type Place = { organizationId: string; spaceId: string; version: Version | null };

function pageLocation(place: Place, page: PageView, anchor: string | null): Location {
  return { kind: 'page', ...place, pageId: page.id, page, anchor };
}

async function locationBase(context: Context, asking: UsageLink): Promise<Place> {
  const { organizationId, spaceId, content } = asking;
  return { organizationId, spaceId, version: content ? await versionOf(context, content) : null };
}

async function loadContent(context: Context, { content, spaceId }: UsageLink): Promise<ContentView | null> {
  return content ?? headOf(context, spaceId);
}

/** Returns the version of content that is not the head of its space. */
export async function versionOf(context: Context, { revision }: ContentView): Promise<Version> {
  const { changeRequestId } = revision;
  const changeRequest = changeRequestId && (await context.loaders.get(changeRequestsById, changeRequestId));
  return { revision, changeRequest: changeRequest || null };
}
