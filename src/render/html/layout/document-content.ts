import { type Content, element, trusted } from '../markup.js';
import { icons } from './icons.js';
import { languageAttributes, languageTags } from './languages.js';
import { decorativeEmoji, linkTo, titleWithEmoji } from './links.js';
import { outlineHtml } from './outline.js';
import type { DocumentPage, Frame, Link } from './site-page.js';
import { translations } from './translations.js';

/** Renders a documentation page: its ancestors, its title, its text, and links to the previous and next page. */
export function documentContent(frame: Frame, page: DocumentPage): Content {
  const language = languageAttributes(frame.language);
  const { cover, text } = page;
  return [
    cover !== null && element('div', { class: 'page-cover' }, trusted(cover)),
    element('header', { class: 'page-head', ...language }, breadcrumbs(frame, page), heading(page), leadHtml(page)),
    outlineHtml(frame, page.headings),
    text !== null && element('article', { class: 'text', ...language }, trusted(text)),
    element('div', { class: 'page-foot' }, neighbours(frame, page), pageFacts(frame, page)),
  ];
}

function breadcrumbs({ look }: Frame, { above }: DocumentPage): Content {
  if (above.length === 0) return null;
  const links = above.map((link) => element('li', {}, linkTo(link.href, {}, titleWithEmoji(link))));
  const label = translations[look.locale].breadcrumbs;
  return element('nav', { class: 'breadcrumbs', 'aria-label': label }, element('ol', {}, links));
}

/** If the page hides its title, the title is rendered only for screen readers. */
function heading({ title, emoji, showsTitle }: DocumentPage): Content {
  return showsTitle
    ? element('h1', {}, decorativeEmoji(emoji), title)
    : element('h1', { class: 'visually-hidden' }, title);
}

function leadHtml({ description, showsDescription }: DocumentPage): Content {
  return description && showsDescription && element('p', { class: 'lead' }, description);
}

function neighbours({ look }: Frame, { previous, next }: DocumentPage): Content {
  if (!previous && !next) return null;
  const { pagination, previous: before, next: after } = translations[look.locale];
  return element(
    'nav',
    { class: 'neighbours', 'aria-label': pagination },
    previous && linkTo(previous.href, { class: 'previous', rel: 'prev' }, icons.before, neighborLink(previous, before)),
    next && linkTo(next.href, { class: 'next', rel: 'next' }, icons.after, neighborLink(next, after)),
  );
}

function neighborLink(link: Link, place: string): Content {
  const name = element('span', { class: 'name' }, titleWithEmoji(link));
  return element('span', {}, element('span', { class: 'place' }, place), ' ', name);
}

function pageFacts({ look }: Frame, { updatedAt, markdown }: DocumentPage): Content {
  if (updatedAt === null && markdown === null) return null;
  const { lastUpdated, viewAsMarkdown } = translations[look.locale];
  const day =
    updatedAt !== null && element('time', { datetime: updatedAt }, dayOf(updatedAt, languageTags[look.locale]));
  return element(
    'div',
    { class: 'facts' },
    day && element('p', {}, `${lastUpdated} `, day),
    markdown !== null && element('p', {}, linkTo(markdown, {}, icons.markdown, viewAsMarkdown)),
  );
}

function dayOf(time: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time));
}
