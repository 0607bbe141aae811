import type { Context } from '../../../api/graphql/execution/context.js';
import type { ContentRef, Page } from '../../../engine/base/types.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { createSingleFlight } from '../../../platform/cache/single-flight.js';
import { fillText, withoutLeadingTitle } from '../../../render/html/fill-placeholders.js';
import { headingsBelowTitle, type TextWithShared } from '../../../render/html/heading-levels.js';
import type { DocumentPage } from '../../../render/html/layout/site-page.js';
import { writeSitePage } from '../../../render/html/layout/write-site-page.js';
import type { ReferenceResolver, RenderedText } from '../../../render/html/rendered.js';
import type { PageResponse } from '../../../render/html/responses.js';
import type { PageView } from '../../content/revisions/content-view.js';
import { timesOf } from '../../content/revisions/page-times.js';
import type { VisibleSpace } from '../published-sites/visible-tree.js';
import { contentsFor, specificationsFor } from './contents.js';
import { siteFrame } from './frame.js';
import { type SiteLook, siteLook } from './look.js';
import { ancestorLinks, type NavigationSource, neighborLinks } from './navigation.js';
import { cachePage, getCachedPage, pageKey } from './page-cache.js';
import { originsOf, pageResponse } from './page-response.js';
import { type RenderedPageText, referencesIn, renderPageText, specificationsIn } from './page-text.js';
import { createFindLink, createReferenceResolver } from './reference-resolver.js';
import type { ReferenceContext } from './reference-targets.js';
import { allowsAgents, allowsSearchEngines, canonicalUrl, pathOf, type SiteVisit } from './visit.js';

/** A page, and the space on the site that contains it. */
export interface PageOfSpace {
  place: VisibleSpace;
  page: PageView;
}

/**
 * Returns a page as its visitor sees it. A cached page that is up to date takes no query and costs no points of the
 * rate limit.
 * @throws RATE_LIMITED if the caller has too few points left to render it
 */
export async function respondWithDocument(
  context: Context,
  visit: SiteVisit,
  pageOfSpace: PageOfSpace,
): Promise<PageResponse> {
  const ref = { place: pageOfSpace.place, pageId: pageOfSpace.page.id };
  const cached = getCachedPage(visit, ref);
  if (cached) return cached;
  await context.account.charge(1);
  const makeResponse = () => makeDocumentResponse(context, visit, pageOfSpace);
  const ownOrShared = await renders.runOwnOrShare(pageKey(visit, ref), makeResponse);
  return ownOrShared ? ownOrShared.value : makeResponse();
}

/** Pages that are being rendered; concurrent visitors of the same page share the result. */
const renders = createSingleFlight<PageResponse>();

async function makeDocumentResponse(
  context: Context,
  visit: SiteVisit,
  pageOfSpace: PageOfSpace,
): Promise<PageResponse> {
  const ref = { place: pageOfSpace.place, pageId: pageOfSpace.page.id };
  const renderedPage = await renderPageText(context, visit, pageOfSpace.page);
  const { response, heads, hasSpecifications } = await renderDocument(context, visit, {
    ...pageOfSpace,
    renderedPage,
  });
  // Specifications change without a new revision of the space, so pages with specifications are not cached.
  if (!renderedPage.inputs.world && !hasSpecifications)
    cachePage(visit, ref, { response, heads, dependsOnClaims: renderedPage.inputs.claims });
  return response;
}

type PageWithText = PageOfSpace & { renderedPage: RenderedPageText };

async function renderDocument(context: Context, visit: SiteVisit, { place, page, renderedPage }: PageWithText) {
  const ownContent = page.content;
  const references = [
    ...referencesIn(renderedPage),
    ...referencesOfPage(page.page),
    ...linkPageTargets(ownContent.manifest),
  ];
  const [contents, specifications, times] = await Promise.all([
    contentsFor(context, visit, { ownContent, references }),
    specificationsFor(context, ownContent.revision.organizationId, specificationsIn(renderedPage)),
    timesOf(context, page),
  ]);
  const look = siteLook(visit.view.site, visit.theme);
  const referenceContext: ReferenceContext = {
    visit,
    ownContent,
    contents,
    headings: renderedPage.text?.headings ?? [],
    urls: context.urls,
  };
  const imageOrigins = new Set(originsOf(look));
  const { text, shared } = belowTitle(page.page.title, renderedPage);
  const resolver = createReferenceResolver(
    { context: referenceContext, shared, specifications, opensWindows: look.opensWindows },
    imageOrigins,
  );
  const space: NavigationSource = {
    content: ownContent,
    pageId: page.id,
    hrefOf: ({ path }) => pathOf(visit, place, path),
    linkOf: createFindLink(referenceContext),
  };
  const path = pathOf(visit, place, page.page.path);
  const content = documentPage({ context, visit, place, page, look, space, resolver, text });
  const sitePage = writeSitePage({
    frame: siteFrame(visit, look, {
      path,
      place,
      navigation: page.page.layout?.tableOfContents === false ? null : space,
    }),
    content: { ...content, updatedAt: times?.updatedAt ?? null },
  });
  const { isIndexed } = content;
  const response = pageResponse(sitePage, {
    isFound: true,
    imageOrigins: [...imageOrigins].sort(),
    isIndexed,
    isStable: !renderedPage.inputs.world,
  });
  const heads = new Map([...contents].map(([id, { revision }]) => [id, revision.id]));
  return { response, heads, hasSpecifications: references.some(({ kind }) => kind === 'openapi') };
}

interface RenderInput extends PageOfSpace {
  context: Context;
  visit: SiteVisit;
  look: SiteLook;
  space: NavigationSource;
  resolver: ReferenceResolver;
  text: RenderedText | null;
}

function documentPage({ context, visit, place, page: view, look, space, resolver, text }: RenderInput): DocumentPage {
  const { page } = view;
  const { layout } = page;
  const { site } = visit.view;
  const [previous, next] =
    look.hasPagination && layout?.pagination !== false ? neighborLinks(space, page.id) : [null, null];
  const canonical = page.metaLinks?.canonical && resolver.linkOf(page.metaLinks.canonical)?.url;
  return {
    kind: 'document',
    title: page.title,
    emoji: page.emoji,
    description: page.description,
    showsTitle: layout?.title !== false,
    showsDescription: layout?.description !== false,
    above: ancestorLinks(space, page.id),
    cover: layout?.cover === false ? null : coverOf(page, resolver),
    text: text && fillText(text, resolver),
    headings: layout?.outline === false ? [] : (text?.headings ?? []),
    previous,
    next,
    updatedAt: null,
    markdown: look.linksMarkdown && allowsAgents(site) ? `${pathOf(visit, place, page.path)}.md` : null,
    canonical: canonical || canonicalUrl(context.urls, visit.view, { place, path: page.path }),
    alternates: (page.metaLinks?.alternates ?? []).flatMap((ref) => resolver.linkOf(ref)?.url ?? []),
    isIndexed: allowsSearchEngines(visit.view, visit) && !page.noRobotsIndex,
  };
}

/** Returns the text to show below the page title, without a first heading that repeats the title. */
function belowTitle(title: string, { text, shared }: RenderedPageText): TextWithShared {
  const repeatsTitle = text?.leadingTitle?.trim() === title.trim();
  return headingsBelowTitle({ text: text && repeatsTitle ? withoutLeadingTitle(text) : text, shared });
}

function coverOf({ cover }: Page, resolver: ReferenceResolver): string | null {
  if (!cover?.ref) return null;
  const { ref, refDark } = cover;
  const image = { ref, ...(refDark && { refDark }), alt: '', className: 'cover' };
  return fillText({ pieces: [{ placeholder: 'image', image }], headings: [], leadingTitle: null }, resolver);
}

/** Returns the references of a page that are not in its text. */
function referencesOfPage({ cover, metaLinks }: Page): ContentRef[] {
  const references = [cover?.ref, cover?.refDark, metaLinks?.canonical, ...(metaLinks?.alternates ?? [])];
  return references.filter((ref) => ref !== undefined);
}

/** Returns the targets of the link pages of a space, because the navigation links to them. */
function linkPageTargets(manifest: PageView['content']['manifest']): ContentRef[] {
  return manifestIndex(manifest).pages.flatMap(({ page }) =>
    page.type === 'link' && page.target ? [page.target] : [],
  );
}
