import type { Heading } from '../rendered.js';
import type { Locale } from './phrases.js';

/** An address under a title. Addresses are made by the server; titles are any text. */
export interface Link {
  title: string;
  href: string;
  /** Emoji before the title. */
  emoji?: string | undefined;
  isCurrent?: boolean;
}

/** A page in the navigation: the open branch shows what is below it. */
export interface NavigationPage extends Omit<Link, 'href'> {
  /** Null for a heading over other pages, which has no page of its own. */
  href: string | null;
  /** Whether the address is another site's. */
  isExternal?: boolean;
  /** Shown below it; a page that is not open has none. */
  children: NavigationPage[];
  /** Whether it is closed: there are pages below it that are not listed. */
  isClosed?: boolean;
}

/** A section of the site, or a group of them with a heading. */
export type NavigationSection = Link | { title: string; sections: NavigationSection[] };

/** Colors for one theme, `#rgb` or `#rrggbb`. */
export interface ThemeColors {
  primary: string;
  info: string;
  success: string;
  warning: string;
  danger: string;
}

/** How a site looks. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
  /** Where visitors may choose another theme: the address of this page with each. */
  themeLinks: { light: string; dark: string } | null;
  colors: { light: ThemeColors; dark: ThemeColors };
  /** Addresses of the logo, where the site has one. */
  logo: { light: string; dark: string } | null;
  /** Addresses of the icon, where the site has one. */
  favicon: { light: string; dark: string } | null;
}

/** What all pages of a site have around their content. */
export interface Frame {
  look: Look;
  site: Link;
  /** Address of the style sheet. */
  stylesheet: string;
  /** Language of the content (BCP 47); null where it is not known. */
  language: string | null;
  sections: NavigationSection[];
  /** Spaces to choose from: those of the section; empty where there is just one. */
  spaces: Link[];
  /** Pages of the space; empty where the page is shown without them. */
  pages: NavigationPage[];
  /** Where the search form leads, and what was searched for; null where the site has no search. */
  search: { action: string; query: string } | null;
  /** Said above a preview, which is not the published site. */
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
  /** The pages above, the outermost first. */
  above: Link[];
  /** HTML of the cover, where the page has one. */
  cover: string | null;
  /** HTML of the text; null where the page has none. */
  text: string | null;
  /** Headings for the outline beside the text; empty where none is shown. */
  headings: Heading[];
  previous: Link | null;
  next: Link | null;
  /** When the page last changed (ISO 8601). */
  updatedAt: string | null;
  /** Address of the page as Markdown; null where there is none. */
  markdown: string | null;
  /** Address of the page that search engines are told. */
  canonical: string;
  /** Addresses of the page in other languages or forms. */
  alternates: string[];
  isIndexed: boolean;
}

/** What a search found. */
export interface SearchPage {
  kind: 'search';
  query: string;
  /** By space, the one with the best page first. */
  spaces: { title: string; pages: FoundPage[] }[];
}

/** A page that a search found. */
export interface FoundPage extends Link {
  description?: string | undefined;
  /** The sections of its text that were found. */
  sections: FoundSection[];
}

/** There is nothing at an address of a site, for a visitor whom it admits. */
export interface MissingPage {
  kind: 'missing';
}

/** A page of a site in its frame. */
export interface SitePage {
  frame: Frame;
  content: DocumentPage | SearchPage | MissingPage;
}

/** A page as it is sent: the whole document, and the hash of the one style that stands in it (`sha256-…`). */
export interface WrittenPage {
  html: string;
  styleHash: string;
}

/** A section of a page that a search found. */
export interface FoundSection {
  title: string;
  href: string;
  /** A part of its text, in pieces. */
  excerpt: { text: string; isFound: boolean }[];
}
