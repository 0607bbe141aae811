import type { ContentRef } from '../../../engine/base/types.js';
import type { SpecificationPart, SpecificationView } from '../../../engine/openapi/view/views.js';
import type { DocumentNode } from '../../../engine/text/document/node-shape.js';

/** One page of the content, in reading order. */
export interface Section {
  id: string;
  title: string;
  /** Title in the list of contents and the bookmarks, in place of `title`. */
  linkTitle?: string;
  /** 0 for the outermost. */
  depth: number;
  type: 'document' | 'group' | 'link' | 'computed';
  emoji?: string;
  description?: string;
  /** Reads its text; called once, so that not all texts are in memory at the same time. */
  document?: () => DocumentNode | undefined;
  /** Where a link page leads. */
  target?: ContentRef;
}

/** What a reference may name, in the revision or in the server. */
export interface Named {
  /** Titles of all pages of the revision as links show them, by id, those outside the PDF too. */
  pages: ReadonlyMap<string, string>;
  /** Names of files by id. */
  files: ReadonlyMap<string, string>;
}

/** Texts that pages share. */
export interface SharedTexts {
  /** The text with an id, as a page shows it; undefined where there is none. */
  get(id: string, pageId: string): DocumentNode | undefined;
}

/** What specifications say. */
export interface Specifications {
  /** What is shown of a part of a specification; null where it cannot be shown. */
  viewOf(ref: ContentRef, part: SpecificationPart): SpecificationView | null;
}

/** All that a PDF is made of; the same input gives the same bytes. */
export interface PdfInput {
  /** Title of the whole. */
  title: string;
  /** BCP 47 code; decides which shapes Han characters get. */
  language: string | null;
  /** Base address of the server, for links to what is not in the PDF. */
  base: string;
  sections: readonly Section[];
  named: Named;
  /** Bytes of images by file id; an image that is not here is a named placeholder. */
  images: ReadonlyMap<string, Uint8Array>;
  shared: SharedTexts;
  specifications: Specifications;
}

/** Raised where the same input gives other bytes than before, so that what was kept is made anew. */
export const rendererVersion = 5;
