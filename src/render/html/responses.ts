/** Response for an address of a site. */
export type SiteResponse = PageResponse | TextResponse | RedirectResponse;

/** A page for visitors. */
export interface PageResponse {
  kind: 'page';
  /** Whether this is the requested page. If not, the page says that nothing was found. */
  isFound: boolean;
  html: string;
  /** ETag, which changes with every byte of the page. */
  tag: string;
  /** Hash of the page's only inline style, for the content security policy. */
  styleHash: string;
  /** Origins of the page's images, except this server. */
  imageOrigins: string[];
  /** Whether search engines may index the page. */
  isIndexed: boolean;
  /** Whether the page is the same for all visitors with the same claims, until it is changed. */
  isStable: boolean;
}

/** Dependence of a site's responses on the visitor. */
export interface VisitorDependence {
  /** Whether cookies of visitors can change the responses: claims, or a theme. */
  onCookies: boolean;
  /** Whether this visitor gets the responses that all visitors without cookies get. */
  isAnonymous: boolean;
}

/** A text that programs read instead of visitors, or a font. */
export interface TextResponse {
  kind: 'text';
  contentType: string;
  body: string | Uint8Array;
  /** Address of the page that the text belongs to. */
  canonical?: string;
  /** Whether the content at this address never changes, so that clients may cache it permanently. */
  isForGood?: boolean;
  /** Whether the text is the same for all visitors with the same claims, until it is changed; default: true. */
  isStable?: boolean;
}

/** Redirect to another path. It is permanent after a move, and temporary if the target may change later. */
interface RedirectResponse {
  kind: 'elsewhere';
  path: string;
  isForGood: boolean;
}

/** Parameters of a visitor, from the address or from cookies. */
export interface VisitorParameters {
  shareKey: string | null;
  visitorToken: string | null;
  /** Unsigned claims from the address. */
  claims: Record<string, string | boolean> | null;
  theme: Theme | null;
}

/** Color theme of a page. */
export type Theme = 'light' | 'dark';
