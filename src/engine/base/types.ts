/**
 * Data types of the content engine: the parts of one revision of a space.
 *
 * Content is immutable and addressed by hash, as in git. A blob has the bytes of a page or file. A manifest is the tree
 * of pages and files of one revision. The engine is pure: it uses no database, no GraphQL and no clock.
 */

/** SHA-256 of some bytes, as 64 lower-case hexadecimal digits. */
export type Hash = string;

/** A JSON value, for example in front matter, variables or a request. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Kind of a page: the four values of `type` in openapi.json. */
export type PageType = 'document' | 'group' | 'link' | 'computed';

/** A content reference (`ContentRef` in openapi.json), stored as the client wrote it. */
export type ContentRef = { kind: string; [key: string]: Json };

/** A link in a page's text to another page or file of the same revision, or an inclusion of reusable content. */
export interface PageLink {
  /** Offset of the link's destination in the text of the whole file, including front matter, in UTF-16 code units. */
  start: number;
  /** Offset after the last code unit of the destination's path. A query or `#anchor` after the path is not included. */
  end: number;
  /** The linked object. Ids do not change when a page moves, so a move only requires new text at the offsets. */
  target: { kind: 'page' | 'file' | 'reusable-content'; id: string };
}

/** Options that show or hide parts of a page's layout (`RevisionPageLayoutOptions` in openapi.json). */
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

/** The cover of a page (`RevisionPageDocumentCover` in openapi.json). */
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
  /** Title that navigation and links to the page show, on one line; if absent, they show `title`. */
  linkTitle?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  /**
   * Path of the page in the space: lower-case segments joined by `/`. It is unique among the documents and groups of a
   * revision. Only the root README may have the path ''.
   */
  path?: string;
  /** Path of the Markdown file relative to the imported folder, separated by `/`. An export writes the file there. */
  file?: string;
  /** Hash of the file's bytes, including front matter. */
  blob?: Hash;
  /** Links in the text whose target is in the revision, in the order of the text. */
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
  /** Source of a computed page, in the form of openapi.json. */
  computed?: { [key: string]: Json };
  computedSeed?: string;
  /** Git blob of the page; present if the page was imported from a git checkout. */
  git?: { oid: string; path: string };
  /** Sub-pages in order; link and computed pages have none. */
  children?: Page[];
}

/** One file (image, attachment, anything that is not a page) in a manifest. */
export interface File {
  id: string;
  /** Name that is displayed and used for downloads: the last segment of `path`. */
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
  /** Hash of the bytes of its Markdown file, including front matter. */
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
  /** Root folder of the content, relative to the imported folder; '' for the imported folder itself. */
  root: string;
  /** The imported table of contents, stored for exports; absent if the page tree was derived from the folders. */
  summary?: { file: string; blob: Hash; missing?: string[] };
}

/** Returns the bytes of a blob. @throws for an unknown hash */
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
