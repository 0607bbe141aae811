import { type Content, element } from '../markup.js';
import { linkTo } from './links.js';
import { searchForm } from './search-form.js';
import type { Frame } from './site-page.js';
import { translations } from './translations.js';

/** Renders the page for an address that does not exist. It contains a search form and a link to the home page. */
export function missingContent(frame: Frame): Content {
  const { missing, missingHint, home } = translations[frame.look.locale];
  const head = [element('h1', {}, missing), element('p', { class: 'lead' }, missingHint)];
  return [
    element('header', { class: 'page-head' }, head),
    element(
      'div',
      { class: 'found' },
      searchForm(frame, 'content'),
      element('p', {}, linkTo(frame.site.href, {}, home)),
    ),
  ];
}
