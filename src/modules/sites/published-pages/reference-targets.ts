import { ownMember } from '../../../engine/base/own-member.js';
import type { ContentRef, Page } from '../../../engine/base/types.js';
import { anchorKey } from '../../../engine/text/links/anchor-key.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { pageLinkTitle } from '../../../engine/tree/pages/link-title.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { Heading } from '../../../render/html/rendered.js';
import type { ContentView, FileView } from '../../content/revisions/content-view.js';
import { downloadOf } from '../../content/revisions/file.js';
import type { Contents } from './contents.js';
import { findVisibleSpace, pathOf, type SiteVisit } from './visit.js';

/** Page whose references are resolved, and the visit of the visitor who sees the page. */
export interface ReferenceContext {
  visit: SiteVisit;
  /** Content of the page's own space. References without a space are resolved in it. */
  ownContent: ContentView;
  contents: Contents;
  /** Headings of the page that contains the references. */
  headings: readonly Heading[];
  urls: Urls;
}

/** Returns the address of a reference's target; null if there is no target or the visitor cannot see it. */
export function targetUrl(context: ReferenceContext, ref: ContentRef): string | null {
  return ownMember(addressResolvers, ref.kind)?.(context, ref) ?? null;
}

/** Returns the display name of a reference; empty if the visitor cannot see its target. */
export function targetName(context: ReferenceContext, ref: ContentRef): string {
  return ownMember(nameResolvers, ref.kind)?.(context, ref) ?? '';
}

/** Returns the file that a reference names; undefined if the visitor cannot see it. */
export function fileOf({ ownContent, contents }: ReferenceContext, ref: ContentRef): FileView | undefined {
  const content = contents.get(spaceIdOf(ownContent, ref));
  const file = content && manifestIndex(content.manifest).fileById.get(String(ref.file));
  return file && { id: file.id, file, content };
}

type Resolver = (context: ReferenceContext, ref: ContentRef) => string | null | undefined;

const addressResolvers: Record<string, Resolver> = {
  url: (_, { url }) => String(url),
  page: pageAddress,
  anchor(context, ref) {
    if (ref.page === undefined) return `#${encodeAnchor(headingId(context, String(ref.anchor)))}`;
    const address = pageAddress(context, ref);
    return address === null ? null : `${address}#${encodeAnchor(String(ref.anchor))}`;
  },
  file(context, ref) {
    const file = fileOf(context, ref);
    return file && downloadOf(file, context.urls);
  },
  space({ visit }, { space }) {
    const place = findVisibleSpace(visit, String(space));
    return place && pathOf(visit, place);
  },
};

const nameResolvers: Record<string, Resolver> = {
  url: (_, { url }) => String(url),
  page: (context, ref) => linkTitleAt(context, ref),
  anchor: (context, ref) => linkTitleAt(context, ref) ?? String(ref.anchor),
  file: (context, ref) => fileOf(context, ref)?.file.name,
  space: ({ visit }, { space }) => findVisibleSpace(visit, String(space))?.space.title,
  openapi: (_, { spec }) => String(spec),
};

function pageAddress(context: ReferenceContext, ref: ContentRef): string | null {
  const page = pageOf(context, ref);
  const place = page && findVisibleSpace(context.visit, spaceIdOf(context.ownContent, ref));
  if (!place) return null;
  // A link page may lead to another link page, even in a circle. Only link pages with a URL are followed.
  if (page.type === 'link') return page.target?.kind === 'url' ? String(page.target.url) : null;
  return page.path === undefined ? null : pathOf(context.visit, place, page.path);
}

function pageOf({ ownContent, contents }: ReferenceContext, ref: ContentRef): Page | undefined {
  const content = contents.get(spaceIdOf(ownContent, ref));
  return content && manifestIndex(content.manifest).pageById.get(String(ref.page))?.page;
}

function linkTitleAt(context: ReferenceContext, ref: ContentRef): string | undefined {
  const page = pageOf(context, ref);
  return page && pageLinkTitle(page);
}

function spaceIdOf(ownContent: ContentView, { space }: ContentRef): string {
  return typeof space === 'string' ? space : ownContent.revision.spaceId;
}

/** Returns the id of the heading that an anchor refers to, even if the anchor is spelled differently. */
function headingId({ headings }: ReferenceContext, anchor: string): string {
  if (headings.some(({ id }) => id === anchor)) return anchor;
  return headings.find(({ id }) => anchorKey(id) === anchorKey(anchor))?.id ?? anchor;
}

function encodeAnchor(anchor: string): string {
  return encodeURIComponent(anchor.toWellFormed());
}
