import type { Frame } from '../../../render/html/layout/site-page.js';
import type { VisibleSpace } from '../published-sites/visible-tree.js';
import type { SiteLook } from './look.js';
import { type NavigationSource, navigationPages } from './navigation.js';
import { sectionLinks, spaceLinks } from './structure-links.js';
import { styleSheetHash } from './style-sheet.js';
import type { SiteVisit } from './visit.js';

/** Position of a visitor on a site. */
export interface SitePosition {
  /** Path of the page on this server. */
  path: string;
  /** The space that the visitor is in; null outside of all spaces, as on the search page. */
  place: VisibleSpace | null;
  /** The space with its pages; null if the page tree is not shown. */
  navigation: NavigationSource | null;
  /** Search query. */
  query?: string;
}

/** Returns the frame around the content of a page of a site. */
export function siteFrame(
  visit: SiteVisit,
  look: SiteLook,
  { path, place, navigation, query = '' }: SitePosition,
): Frame {
  const { title, isThemeChosen, hasSearch, locale, theme, colors, logo, favicon } = look;
  const themeLink = (theme: string): string => `${path}?${new URLSearchParams({ ...(query && { q: query }), theme })}`;
  return {
    look: {
      ...{ locale, theme, colors, logo },
      favicon: favicon ?? { light: `${visit.root}/~icon.svg`, dark: `${visit.root}/~icon.svg` },
      themeLinks: isThemeChosen ? { light: themeLink('light'), dark: themeLink('dark') } : null,
    },
    site: { title, href: visit.root || '/' },
    stylesheet: `${visit.root}/~style.css?v=${styleSheetHash}`,
    language: place?.space.language ?? null,
    sections: sectionLinks(visit, place),
    spaces: spaceLinks(visit, place),
    pages: navigation ? navigationPages(navigation) : [],
    search: hasSearch ? { action: `${visit.root}/~search`, query } : null,
    isPreview: visit.isPreview,
  };
}
