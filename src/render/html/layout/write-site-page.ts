import { createHash } from 'node:crypto';
import { type Content, element, flattenHtml, type Html } from '../markup.js';
import { documentContent } from './document-content.js';
import { headHtml } from './head.js';
import { languageTags } from './languages.js';
import { missingContent } from './missing-content.js';
import { navigationHtml } from './navigation.js';
import { searchContent } from './search-content.js';
import { sectionsHtml } from './sections.js';
import { siteHeader } from './site-header.js';
import type { SitePage, WrittenPage } from './site-page.js';
import { siteStyle } from './site-style.js';
import { translations } from './translations.js';

/**
 * Renders a page of a site as a complete document. Titles, descriptions, queries and colors may be any text. The HTML
 * in `text` and `cover` is written unchanged. Ids of the frame begin with `~`. The page needs no scripts or style
 * attributes.
 */
export function writeSitePage(page: SitePage): WrittenPage {
  const { locale, theme } = page.frame.look;
  const style = siteStyle(page.frame.look);
  const attributes = { lang: languageTags[locale], dir: 'ltr', 'data-theme': theme };
  const html = element('html', attributes, headHtml(page, style), bodyHtml(page));
  return {
    // A frame has no holes, so all pieces are strings.
    html: `<!doctype html>\n${flattenHtml(html).join('')}\n`,
    styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}`,
  };
}

function bodyHtml({ frame, content }: SitePage): Html {
  const main = { id: '~content', class: `page-${content.kind}`, tabindex: '-1' };
  return element(
    'body',
    {},
    element('a', { class: 'skip-link', href: '#~content' }, translations[frame.look.locale].skip),
    siteHeader(frame, content.kind === 'document'),
    sectionsHtml(frame),
    element('div', { class: 'layout' }, navigationHtml(frame), element('main', main, contentHtml({ frame, content }))),
    element('footer', { class: 'site-footer' }, element('p', { dir: 'auto' }, frame.site.title)),
  );
}

function contentHtml({ frame, content }: SitePage): Content {
  if (content.kind === 'document') return documentContent(frame, content);
  return content.kind === 'search' ? searchContent(frame, content) : missingContent(frame);
}
