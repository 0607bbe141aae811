import { type Content, element, type Html } from '../markup.js';
import { linkTo, titleWithEmoji } from './links.js';
import type { Phrases } from './phrases.js';
import { searchForm } from './search-form.js';
import type { FoundPage, FoundSection, Frame, SearchPage } from './site-page.js';
import { translations } from './translations.js';

/** Renders search results by space, below the search form. */
export function searchContent(frame: Frame, { query, spaces }: SearchPage): Content {
  const phrases = translations[frame.look.locale];
  const count = spaces.reduce((sum, { pages }) => sum + pages.length, 0);
  return [
    element('header', { class: 'page-head' }, element('h1', {}, phrases.search), searchForm(frame, 'content')),
    element('div', { class: 'found' }, outcome({ query, count }, phrases), spaces.map(foundInSpace)),
  ];
}

function outcome({ query, count }: { query: string; count: number }, phrases: Phrases): Html {
  if (query === '') return element('p', { class: 'outcome' }, phrases.searchHint);
  if (count > 0) return element('p', { class: 'outcome', role: 'status' }, `${phrases.results} ${count}`);
  const nothing = element('strong', {}, phrases.nothingFound);
  return element('p', { class: 'outcome', role: 'status' }, nothing, ' ', phrases.nothingFoundHint);
}

function foundInSpace({ title, pages }: SearchPage['spaces'][number]): Html {
  const heading = element('h2', { dir: 'auto' }, title);
  return element('section', {}, heading, element('ul', { class: 'found-pages' }, pages.map(foundPage)));
}

function foundPage(page: FoundPage): Html {
  const sections = page.sections.map(({ title, href, excerpt }) =>
    element(
      'li',
      {},
      linkTo(href, {}, title),
      excerpt.length > 0 && element('p', { dir: 'auto' }, ...excerpt.map(excerptPiece)),
    ),
  );
  return element(
    'li',
    {},
    element('h3', {}, linkTo(page.href, {}, titleWithEmoji(page))),
    page.description && element('p', { dir: 'auto' }, page.description),
    sections.length > 0 && element('ul', {}, sections),
  );
}

function excerptPiece({ text, isFound }: FoundSection['excerpt'][number]) {
  return isFound ? element('mark', {}, text) : text;
}
