import type { Heading } from '../rendered.js';
import type { Locale } from './phrases.js';

/** A title with an address. The server creates the address, but the title may be any text. */
export interface Link {
  title: string;
  href: string;
  /** Emoji before the title. */
  emoji?: string | undefined;
  isCurrent?: boolean;
}

/** A page in the navigation. Only pages in the branch of the current page show their children. */
export interface NavigationPage extends Omit<Link, 'href'> {
  /** Address; null for the heading of a group, which has no page. */
  href: string | null;
  /** Whether the address is on another site. */
  isExternal?: boolean;
  /** Sub-pages; empty if the page is collapsed in the navigation. */
  children: NavigationPage[];
  /** Whether the page has sub-pages that are not listed. */
  isClosed?: boolean;
}

/** A section of the site, or a group of sections with a heading. */
export type NavigationSection = Link | { title: string; sections: NavigationSection[] };

/** Colors for one theme, as `#rgb` or `#rrggbb`. */
export interface ThemeColors {
  primary: string;
  info: string;
  success: string;
  warning: string;
  danger: string;
}

/** Visual settings of a site. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  /** Addresses of this page in each theme; null if visitors cannot change the theme. */
  themeLinks: { light: string; dark: string } | null;
  colors: { light: ThemeColors; dark: ThemeColors };
  /** Addresses of the logo; null if the site has none. */
  logo: { light: string; dark: string } | null;
  /** Addresses of the icon; null if the site has none. */
  favicon: { light: string; dark: string } | null;
}

/** Common parts of all pages of a site, around the content of a page. */
export interface Frame {
  look: Look;
  site: Link;
  /** Address of the style sheet. */
  stylesheet: string;
  /** Language of the content (BCP 47); null if unknown. */
  language: string | null;
  sections: NavigationSection[];
  /** Spaces of the section that visitors can switch to; empty if there is only one. */
  spaces: Link[];
  /** Pages of the space; empty if the page is shown without navigation. */
  pages: NavigationPage[];
  /** Address of the search form, and the last query; null if the site has no search. */
  search: { action: string; query: string } | null;
  /** Whether to show a notice that this is a preview and not the published site. */
  isPreview: boolean;
}

/** A page of the documentation. */
export interface DocumentPage {
  kind: 'document';
  title: string;
  emoji?: string | undefined;
  description?: string | undefined;
  showsTitle: boolean;
  showsDescription: boolean;
  /** Ancestor pages, the outermost first. */
  above: Link[];
  /** HTML of the cover; null if the page has none. */
  cover: string | null;
  /** HTML of the text; null if the page has none. */
  text: string | null;
  /** Headings for the outline next to the text; empty to show none. */
  headings: Heading[];
  previous: Link | null;
  next: Link | null;
  /** Time of the last change of the page (ISO 8601). */
  updatedAt: string | null;
  /** Address of the page as Markdown; null if there is none. */
  markdown: string | null;
  /** Address of the page for search engines. */
  canonical: string;
  /** Addresses of the page in other languages or formats. */
  alternates: string[];
  isIndexed: boolean;
}

/** Search results. */
export interface SearchPage {
  kind: 'search';
  query: string;
  /** Results by space. The space with the best page comes first. */
  spaces: { title: string; pages: FoundPage[] }[];
}

/** A page that a search found. */
export interface FoundPage extends Link {
  description?: string | undefined;
  /** Sections of the page's text that match the query. */
  sections: FoundSection[];
}

/** Page for an address that does not exist. Visitors get it only if they have access to the site. */
export interface MissingPage {
  kind: 'missing';
}

/** A page of a site: its frame and its content. */
export interface SitePage {
  frame: Frame;
  content: DocumentPage | SearchPage | MissingPage;
}

/** A complete HTML document, and the hash of its only inline style (`sha256-…`). */
export interface WrittenPage {
  html: string;
  styleHash: string;
}

/** A matching section of a page. */
export interface FoundSection {
  title: string;
  href: string;
  /** Excerpt of the section's text, in pieces. `isFound` marks the pieces that match the query. */
  excerpt: { text: string; isFound: boolean }[];
}
