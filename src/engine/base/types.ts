/**
 * The data types of the content engine: the parts of one revision of a space.
 *
 * Content is immutable and addressed by hash, as in git. A blob is the bytes of a page or file as written. A manifest
 * is the tree of pages and files of one revision. This code is pure: no database, no GraphQL, no clock.
 */

/** SHA-256 of some bytes, 64 lower-case hexadecimal digits. */
export type Hash = string;

/** A JSON value, for example in front matter, variables or a request. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Kind of a page; the same four values as `type` in the contract. */
export type PageType = 'document' | 'group' | 'link' | 'computed';

/** A content reference of the contract (`ContentRef`), stored as the client wrote it. */
export type ContentRef = { kind: string; [key: string]: Json };

/** A link in a page's text to another page or file of the same revision, or an include of reusable content. */
export interface PageLink {
  /** Offset (in UTF-16 code units) of the link's destination in the text of the whole file, front matter included. */
  start: number;
  /** One past the last code unit of the destination's path; a query or `#anchor` after it is not part of the span. */
  end: number;
  /** The linked object. Ids survive renames, so a moved target only needs the spans rewritten. */
  target: { kind: 'page' | 'file' | 'reusable-content'; id: string };
}

/** The layout switches of a page (`RevisionPageLayoutOptions` of the contract). */
export interface PageLayout {
  width: 'default' | 'wide';
  cover: boolean;
  coverSize: 'hero' | 'full';
  title: boolean;
  description: boolean;
  tableOfContents: boolean;
  outline: boolean;
  pagination: boolean;
  metadata: boolean;
}

/** The cover of a page (`RevisionPageDocumentCover` of the contract). */
export interface PageCover {
  ref?: ContentRef;
  refDark?: ContentRef;
  yPos: number;
  height?: number;
}

/**
 * One page in a manifest. Optional members are absent, never undefined or null, so that equal pages have equal hashes.
 * A document has `file`, `path` and `blob`; a group has `path`; a link has `target`; a computed page has `computed`.
 */
export interface Page {
  id: string;
  type: PageType;
  title: string;
  /** Title of the page in links to it and in navigation, one line; if absent, `title`. */
  linkTitle?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  /**
   * Path of the page inside the space: lower-case segments joined by `/`. Unique among the documents and groups of a
   * revision. Only the root README may have ''.
   */
  path?: string;
  /** Path of the Markdown file relative to the imported folder, separated by `/`. Export writes the file there. */
  file?: string;
  /** Hash of the file's bytes, front matter included. */
  blob?: Hash;
  /** Links of the text that resolve within the revision, in the order of their spans. */
  links?: PageLink[];
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  layout?: PageLayout;
  cover?: PageCover;
  variables?: Record<string, Json>;
  metaLinks?: { canonical?: ContentRef; alternates?: ContentRef[] };
  /** Target of a link page. */
  target?: ContentRef;
  /** Source of a computed page, as in the contract. */
  computed?: { [key: string]: Json };
  computedSeed?: string;
  /** Git blob of the page; set by an import from a git checkout. */
  git?: { oid: string; path: string };
  /** Sub-pages in reading order; link and computed pages have none. */
  children?: Page[];
}

/** One file (image, attachment, anything that is not a page) in a manifest. */
export interface File {
  id: string;
  /** Displayed name, also used for downloads; the last segment of `path`. */
  name: string;
  /** Path relative to the imported folder, separated by `/`. */
  path: string;
  blob: Hash;
  /** Size in bytes. */
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
  git?: { oid: string; path: string };
}

/** Reusable content: text that pages include. */
export interface ReusableContent {
  id: string;
  title: string;
  /** Hash of its Markdown, front matter included. */
  blob?: Hash;
  /** Path of its Markdown file relative to the imported folder; absent if it was not imported. */
  file?: string;
}

/** All content of one revision. */
export interface Manifest {
  pages: Page[];
  files: File[];
  variables: Record<string, Json>;
  reusableContents: ReusableContent[];
  /** Content root relative to the imported folder, '' for the folder itself. */
  root: string;
  /** The imported table of contents, retained for export; absent if the page tree was derived from the folders. */
  summary?: { file: string; blob: Hash; missing?: string[] };
}

/** Returns the bytes of a blob; throws for an unknown hash. */
export type ReadBlob = (hash: Hash) => Uint8Array;

/** Thrown for invalid content. The message names the file or field, the rule and the value. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  constructor(
    message: string,
    /** Location of the fault: a file's path, or a JSON pointer into a document. */
    readonly pointer?: string,
  ) {
    super(message);
  }
}
