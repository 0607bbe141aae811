/** What is behind an address of a site. */
export type Answer = PageAnswer | TextAnswer | ElsewhereAnswer;

/** A page for people. */
export interface PageAnswer {
  kind: 'page';
  /** Whether it is what was asked for; else it says that there is nothing. */
  isFound: boolean;
  html: string;
  /** Changes with every byte of it. */
  tag: string;
  /** Hash of the one style in it, as a policy names it. */
  styleHash: string;
  /** Where its images come from, but for this server. */
  imageOrigins: string[];
  /** Whether search engines may list it. */
  isIndexed: boolean;
}

/** A text for programs, or a font. */
export interface TextAnswer {
  kind: 'text';
  contentType: string;
  body: string | Uint8Array;
  /** Address of the page whose text it is. */
  canonical?: string;
  /** Whether the address names what it holds, so that it may be kept. */
  isForGood?: boolean;
}

/** It is at another path: for good where it moved, for now where something stands in that can be another tomorrow. */
interface ElsewhereAnswer {
  kind: 'elsewhere';
  path: string;
  isForGood: boolean;
}

/** What a visitor brings along to a site. */
export interface Brought {
  shareKey: string | null;
  visitorToken: string | null;
  /** Claims that nobody signed, those of an address. */
  claims: Record<string, string | boolean> | null;
  theme: Theme | null;
}

/** Whether a page is light or dark. */
export type Theme = 'light' | 'dark';
