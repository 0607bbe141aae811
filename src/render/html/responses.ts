/** Response for an address of a site. */
export type SiteResponse = PageResponse | TextResponse | RedirectResponse;

/** A page for visitors. */
export interface PageResponse {
  kind: 'page';
  /** Whether it is the requested page; otherwise it says that nothing was found. */
  isFound: boolean;
  html: string;
  /** Entity tag; changes with every byte of the page. */
  tag: string;
  /** Hash of the only inline style, for the content security policy. */
  styleHash: string;
  /** Origins of its images, except this server. */
  imageOrigins: string[];
  /** Whether search engines may list it. */
  isIndexed: boolean;
}

/** A text for programs, or a font. */
export interface TextResponse {
  kind: 'text';
  contentType: string;
  body: string | Uint8Array;
  /** Address of the page that the text belongs to. */
  canonical?: string;
  /** Whether the address identifies the content, so that clients may cache it permanently. */
  isForGood?: boolean;
}

/** Redirect to another path: permanent after a move, temporary if the target may change later. */
interface RedirectResponse {
  kind: 'elsewhere';
  path: string;
  isForGood: boolean;
}

/** Values that a visitor brings to a site in the address or in cookies. */
export interface VisitorParameters {
  shareKey: string | null;
  visitorToken: string | null;
  /** Unsigned claims from the address. */
  claims: Record<string, string | boolean> | null;
  theme: Theme | null;
}

/** Whether a page is light or dark. */
export type Theme = 'light' | 'dark';
