import { imageAddress, linkAddress } from '../addresses.js';
import { type Content, element, type Html, trusted } from '../markup.js';
import type { DocumentPage, Frame, SitePage } from './site-page.js';
import { translations } from './translations.js';

/** Renders the head of a page, with its inline style. */
export function headHtml({ frame, content }: SitePage, style: string): Html {
  const isDocument = content.kind === 'document';
  const title = isDocument ? content.title : translations[frame.look.locale][content.kind];
  const isIndexed = isDocument && content.isIndexed && !frame.isPreview;
  return element(
    'head',
    {},
    element('meta', { charset: 'utf-8' }),
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    element('title', {}, `${title} - ${frame.site.title}`),
    !isIndexed && element('meta', { name: 'robots', content: 'noindex' }),
    isDocument && documentHead(content),
    iconsOf(frame),
    element('link', { rel: 'stylesheet', href: frame.stylesheet }),
    element('style', {}, trusted(style)),
  );
}

function documentHead({ description, canonical, alternates, markdown }: DocumentPage): Content {
  return [
    description && element('meta', { name: 'description', content: description }),
    linkElement(canonical, { rel: 'canonical' }),
    alternates.map((href) => linkElement(href, { rel: 'alternate' })),
    markdown !== null && linkElement(markdown, { rel: 'alternate', type: 'text/markdown' }),
  ];
}

function linkElement(href: string, attributes: { rel: string; type?: string }): Content {
  const address = linkAddress(href);
  return address !== null && element('link', { ...attributes, href: address });
}

function iconsOf({ look }: Frame): Content {
  const { favicon } = look;
  if (!favicon) return null;
  return (['light', 'dark'] as const).map((theme) => {
    const href = imageAddress(favicon[theme]);
    return href !== null && element('link', { rel: 'icon', href, media: `(prefers-color-scheme: ${theme})` });
  });
}
