import { imageAddress } from '../addresses.js';
import { type Content, element, type Html, joinContent } from '../markup.js';
import { icons } from './icons.js';
import { linkTo, titleWithEmoji } from './links.js';
import { searchForm } from './search-form.js';
import type { Frame } from './site-page.js';
import { translations } from './translations.js';

/** Renders the header of all pages of a site: a notice for previews, its name, the search, and the theme switch. */
export function siteHeader(frame: Frame, hasSearch: boolean): Html {
  const { preview } = translations[frame.look.locale];
  return element(
    'header',
    { class: 'site-header' },
    frame.isPreview && element('p', { class: 'preview' }, preview),
    element(
      'div',
      { class: 'top' },
      linkTo(frame.site.href, { class: 'site-name' }, logoOf(frame) ?? titleWithEmoji(frame.site)),
      hasSearch && searchForm(frame, 'header'),
      themeLink(frame),
    ),
  );
}

function logoOf({ look, site }: Frame): Html | null {
  const light = look.logo && imageAddress(look.logo.light);
  const dark = look.logo && imageAddress(look.logo.dark);
  if (!light || !dark) return null;
  const image = { src: light, alt: site.title, class: 'logo' };
  if (light === dark) return element('img', image);
  return joinContent([
    element('img', { ...image, class: 'logo only-light' }),
    element('img', { ...image, class: 'logo only-dark', src: dark }),
  ]);
}

/**
 * Renders a link that shows the page in the other theme. Robots should not follow it, because the content is the same.
 */
function themeLink({ look }: Frame): Content {
  if (!look.themeLinks) return null;
  const otherTheme = look.theme === 'light' ? 'dark' : 'light';
  const name = element('span', { class: 'visually-hidden' }, translations[look.locale][otherTheme]);
  return linkTo(look.themeLinks[otherTheme], { class: 'theme-link', rel: 'nofollow' }, icons[otherTheme], name);
}
