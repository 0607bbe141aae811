import { type Content, element } from '../markup.js';
import type { Heading } from '../rendered.js';
import { languageAttributes } from './languages.js';
import { linkTo } from './links.js';
import type { Frame } from './site-page.js';
import { translations } from './translations.js';

/** Renders the headings of a page: next to the text on wide screens, otherwise collapsed above it. */
export function outlineHtml({ look, language }: Frame, headings: Heading[]): Content {
  if (headings.length === 0) return null;
  const { onThisPage } = translations[look.locale];
  const links = headings.map(({ id, level, title }) =>
    element('li', { class: `level-${level}` }, linkTo(`#${encodeURIComponent(id.toWellFormed())}`, {}, title || id)),
  );
  return element(
    'nav',
    { class: 'outline', 'aria-label': onThisPage },
    element('p', { class: 'outline-title', 'aria-hidden': 'true' }, onThisPage),
    element('details', {}, element('summary', {}, onThisPage), element('ul', languageAttributes(language), links)),
  );
}
