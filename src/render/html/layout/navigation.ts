import { type Content, element, type Html } from '../markup.js';
import { icons } from './icons.js';
import { languageAttributes } from './languages.js';
import { externalLinkSign, linkTo, titleWithEmoji } from './links.js';
import type { Phrases } from './phrases.js';
import type { Frame, NavigationPage } from './site-page.js';
import { translations } from './translations.js';

/**
 * Renders the list of spaces, and the pages of the current space. On wide screens, they are next to the text. On narrow
 * screens, a button opens them over the text as a popover, which needs no script and closes with Escape. Browsers
 * without popovers show them above the text.
 */
export function navigationHtml(frame: Frame): Content {
  const { pages, spaces, look, language } = frame;
  if (pages.length === 0 && spaces.length === 0) return null;
  const phrases = translations[look.locale];
  const button = element('button', { type: 'button', popovertarget: '~menu' }, icons.menu, phrases.menu);
  const list =
    pages.length > 0 && element('ul', { class: 'pages', ...languageAttributes(language) }, items(pages, phrases));
  return element(
    'nav',
    { class: 'navigation', 'aria-label': phrases.menu },
    element('div', { class: 'bar' }, button),
    element('div', { id: '~menu', class: 'menu', popover: true }, closeButton(phrases), spaceChoice(frame), list),
  );
}

function closeButton({ close }: Phrases): Html {
  const name = element('span', { class: 'visually-hidden' }, close);
  const attributes = { type: 'button', class: 'close', popovertarget: '~menu', popovertargetaction: 'hide' };
  return element('button', attributes, icons.close, name);
}

function spaceChoice({ spaces, look }: Frame): Content {
  if (spaces.length === 0) return null;
  const phrase = translations[look.locale].spaces;
  const current = spaces.find(({ isCurrent }) => isCurrent);
  const label = current
    ? [element('span', { class: 'visually-hidden' }, `${phrase}: `), titleWithEmoji(current)]
    : phrase;
  const links = spaces.map((space) => {
    return element('li', {}, linkTo(space.href, { 'aria-current': space.isCurrent && 'true' }, titleWithEmoji(space)));
  });
  return element('details', { class: 'spaces' }, element('summary', {}, label, icons.down), element('ul', {}, links));
}

function items(pages: NavigationPage[], phrases: Phrases): Content {
  return pages.map((page) => {
    const below = page.children.length > 0 && element('ul', {}, items(page.children, phrases));
    return element('li', {}, entry(page, phrases), below);
  });
}

function entry(page: NavigationPage, phrases: Phrases): Html {
  if (page.href === null) return element('span', { class: 'group' }, titleWithEmoji(page));
  const attributes = {
    class: page.isClosed && 'closed',
    'aria-current': page.isCurrent && 'page',
    rel: page.isExternal && 'noopener noreferrer',
  };
  const signs = [page.isExternal && externalLinkSign(phrases), page.isClosed && icons.after];
  return linkTo(page.href, attributes, titleWithEmoji(page), signs);
}
