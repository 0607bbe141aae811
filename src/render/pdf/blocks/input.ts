import type { ContentRef } from '../../../engine/base/types.js';
import type { SpecificationPart, SpecificationView } from '../../../engine/openapi/view/views.js';
import type { DocumentNode } from '../../../engine/text/document/node-shape.js';

/** One page of the content. Sections are in reading order. */
export interface Section {
  id: string;
  title: string;
  /** Title in the table of contents and the bookmarks; if absent, `title`. */
  linkTitle?: string;
  /** Nesting depth; 0 for the outermost sections. */
  depth: number;
  type: 'document' | 'group' | 'link' | 'computed';
  emoji?: string;
  description?: string;
  /** Reads the text. Called only once, so that only one text is in memory at a time. */
  document?: () => DocumentNode | undefined;
  /** Target of a page that is a link. */
  target?: ContentRef;
}

/** Names of the possible targets of references. */
export interface TargetNames {
  /** Link titles of all pages of the revision by id, including pages outside of the PDF. */
  pages: ReadonlyMap<string, string>;
  /** Names of files by id. */
  files: ReadonlyMap<string, string>;
}

/** Texts that several pages include. */
export interface SharedTexts {
  /** Returns the text with an id, as the given page shows it; undefined if the text does not exist. */
  get(id: string, pageId: string): DocumentNode | undefined;
}

/** Views of API specifications. */
export interface Specifications {
  /** Returns the view of a part of a specification; null if it cannot be shown. */
  viewOf(ref: ContentRef, part: SpecificationPart): SpecificationView | null;
}

/** Complete input of a PDF. The same input always results in the same bytes. */
export interface PdfInput {
  /** Title of the PDF. */
  title: string;
  /** Language as BCP 47 code. It determines which font prints Han characters. */
  language: string | null;
  /** Base URL of the server, for links to content outside of the PDF. */
  base: string;
  sections: readonly Section[];
  named: TargetNames;
  /** Bytes of images by file id. A missing image is replaced by a placeholder with its name. */
  images: ReadonlyMap<string, Uint8Array>;
  shared: SharedTexts;
  specifications: Specifications;
}

/**
 * Version of the renderer. Increase it when the same input results in different bytes, so that stored PDFs are rendered
 * again.
 */
export const rendererVersion = 5;
