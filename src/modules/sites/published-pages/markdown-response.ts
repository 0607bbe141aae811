import type { Context } from '../../../api/graphql/execution/context.js';
import type { Page } from '../../../engine/base/types.js';
import { mayHaveExpressions } from '../../../engine/text/expressions/in-markdown.js';
import type { ResolveTarget } from '../../../engine/text/links/rewrite-links.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import type { SiteResponse } from '../../../render/html/responses.js';
import { fileById } from '../../content/revisions/content-view.js';
import { downloadOf } from '../../content/revisions/file.js';
import { pageText } from '../../content/revisions/page-content.js';
import type { PageOfSpace } from './document-response.js';
import { absoluteUrl } from './site-address.js';
import { canonicalUrl, pathOf, type SiteVisit } from './visit.js';

/**
 * Returns a page as Markdown: title, description and text. Links to other pages of the space lead to the Markdown
 * versions of these pages.
 * @throws RATE_LIMITED if the caller has too few points left
 */
export async function respondWithMarkdown(
  context: Context,
  visit: SiteVisit,
  { place, page }: PageOfSpace,
): Promise<SiteResponse> {
  await context.account.charge(1);
  const { content } = page;
  const { pageById } = manifestIndex(content.manifest);
  const linkTo: ResolveTarget = ({ kind, id }) => {
    const file = kind === 'file' ? fileById(content, id) : null;
    if (file) return absoluteUrl(context.urls, visit, downloadOf(file, context.urls));
    const path = pageById.get(id)?.page.path;
    return path === undefined ? null : `${absoluteUrl(context.urls, visit, pathOf(visit, place, path))}.md`;
  };
  const claims = visit.view.visitor?.claims;
  const text = await pageText(context, page, { evaluated: 'true', computed: true, claims, linkTo });
  await context.pay(text?.source?.length ?? 0);
  return {
    kind: 'text',
    contentType: 'text/markdown; charset=utf-8',
    body: withTitle(page.page, (await text?.markdown()) ?? ''),
    canonical: canonicalUrl(context.urls, visit.view, { place, path: page.page.path }),
    // Expressions may read the time or a random number.
    isStable: !mayHaveExpressions(text?.source ?? ''),
  };
}

/** Adds the title and the description of a page above its text. Omits the title if the text begins with it. */
function withTitle({ title, description }: Page, text: string): string {
  const heading = `# ${title.replace(/\s+/g, ' ')}`;
  const beginsWithTitle = text.trimStart().split(/\r?\n/, 1)[0]?.trim() === heading;
  const quotedDescription = description ? [`> ${description.replace(/\s+/g, ' ')}`] : [];
  const parts = [...(beginsWithTitle ? [] : [heading]), ...quotedDescription, text.trim()];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}
