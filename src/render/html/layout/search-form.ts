import { linkAddress } from '../addresses.js';
import { type Content, element } from '../markup.js';
import { icons } from './icons.js';
import type { Frame } from './site-page.js';
import { translations } from './translations.js';

/**
 * Renders the search form, if the site has a search. A page has only one form: in its header, or with a button in its
 * content.
 */
export function searchForm({ look, search }: Frame, place: 'header' | 'content'): Content {
  const action = search && linkAddress(search.action);
  if (!search || !action) return null;
  const { searchFor, search: word } = translations[look.locale];
  return element(
    'form',
    { class: `search search-in-${place}`, role: 'search', action },
    element('label', { for: '~query', class: 'visually-hidden' }, searchFor),
    icons.search,
    element('input', {
      ...{ id: '~query', type: 'search', name: 'q', value: search.query, maxlength: '200' },
      ...{ placeholder: searchFor, autocomplete: 'off' },
    }),
    place === 'content' && element('button', { class: 'button primary' }, word),
  );
}
