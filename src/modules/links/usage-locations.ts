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

/**
 * All references from a page to one target (GraphQL type `ContentReferenceUsage`). It is a row of the link index, or a
 * link of a revision that is not the head of its space.
 */
export type Usage = LinkWithStatus | RevisionLink;

/** A link with its status and the content of its revision. */
interface UsageLink extends LinkWithStatus {
  /** Content of the revision; absent if the revision is the head of its space. */
  content?: ContentView;
}

/** Converts a usage to a link with its status and the content of its revision. */
export function linkOfUsage(usage: Usage): UsageLink {
  if (!('link' in usage)) return usage;
  const { link, status, content } = usage;
  return { ...link, status, content };
}

/**
 * Returns the target of a usage. If the target does not exist or the viewer may not see it, returns the address of the
 * link; null if the address is empty.
 */
export async function usageTarget(context: Context, usage: Usage): Promise<Location | null> {
  const link = linkOfUsage(usage);
  const { kind, targetId, address } = link;
  const found = await ownMember(finders, kind)?.(context, link, targetId!);
  return found ?? (address === '' ? null : { kind: 'url', url: address });
}

/**
 * Returns the positions of a usage on its page. There is one position for each heading that has the reference below it.
 */
export async function positionsOf(context: Context, usage: Usage): Promise<Location[]> {
  const link = linkOfUsage(usage);
  const { pageId, places } = link;
  const content = await loadContent(context, link);
  const page = content && pageById(content, pageId);
  if (!page) return [];
  const base = await locationBase(context, link);
  return places.map((anchor) => pageLocation(base, page, anchor || null));
}

type Finder = (context: Context, link: UsageLink, id: string) => Promise<Location | null>;

/**
 * Function that finds the target, for each kind of target. For a broken link, the functions return only objects of the
 * revision.
 */
const finders: Record<string, Finder> = {
  page: async (context, link, id) => {
    const isOwn = link.targetSpaceId === link.spaceId;
    if (!isOwn) return findOutsidePage(context, link, id);
    const content = await loadContent(context, link);
    const page = content && pageById(content, id);
    return page && pageLocation(await locationBase(context, link), page, link.anchor);
  },
  file: async (context, link, id) => {
    const content = await loadContent(context, link);
    const file = content && fileById(content, id);
    return file && { kind: 'file', file, ...(await locationBase(context, link)) };
  },
  'reusable-content': async (context, link, id) => {
    const content = await loadContent(context, link);
    const found = content?.manifest.reusableContents.find((one) => one.id === id);
    return found ? { kind: 'reusable-content', content: found, ...(await locationBase(context, link)) } : null;
  },
  space: ifVisible(async ({ loaders }, _link, id) => ({ kind: 'space', space: await loaders.get(spacesById, id) })),
  collection: ifVisible(async ({ loaders }, _link, id) => ({
    kind: 'collection',
    collection: await loaders.get(collectionsById, id),
  })),
  openapi: ifVisible(async (context, { spaceId }, name) => {
    const { organizationId } = await context.loaders.get(spacesById, spaceId);
    const specification = await findSpecification(context, { organizationId, name });
    return specification && { kind: 'openapi', specification };
  }),
  user: ifVisible(async ({ loaders }, _link, id) => ({ kind: 'user', user: await loaders.get(usersById, id) })),
};

/**
 * Wraps a finder of targets outside of the revision. The result calls the finder only if the link has the status `ok`,
 * which implies that the viewer sees the target.
 */
function ifVisible(find: Finder): Finder {
  return async (context, link, id) => (link.status === 'ok' ? find(context, link, id) : null);
}

const findOutsidePage = ifVisible(async (context, { anchor }, id) => {
  const page = await findHeadPage(context, id);
  if (!page) return null;
  const { organizationId, spaceId } = page.content.revision;
  return pageLocation({ organizationId, spaceId, version: null }, page, anchor);
});

type LocationBase = { organizationId: string; spaceId: string; version: Version | null };

function pageLocation(base: LocationBase, page: PageView, anchor: string | null): Location {
  return { kind: 'page', ...base, pageId: page.id, page, anchor };
}

async function locationBase(context: Context, link: UsageLink): Promise<LocationBase> {
  const { organizationId, spaceId, content } = link;
  return { organizationId, spaceId, version: content ? await versionOf(context, content) : null };
}

async function loadContent(context: Context, { content, spaceId }: UsageLink): Promise<ContentView | null> {
  return content ?? headOf(context, spaceId);
}

/** Returns the version of a location in content that is not at the head of its space. */
export async function versionOf(context: Context, { revision }: ContentView): Promise<Version> {
  const { changeRequestId } = revision;
  const changeRequest = changeRequestId && (await context.loaders.get(changeRequestsById, changeRequestId));
  return { revision, changeRequest: changeRequest || null };
}
