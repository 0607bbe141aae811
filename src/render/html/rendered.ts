import type { ContentRef } from '../../engine/base/types.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';

/**
 * What stands in HTML where only the reader of a page can say it: where a reference leads, what it is called. A text is
 * rendered once for all; whoever shows it fills the holes.
 */
export type Hole =
  /** The attributes of a link: ` href="…"` with what belongs to it, or nothing where it leads nowhere. */
  | { hole: 'link'; ref: ContentRef }
  /** The name of what a reference points at, as text. */
  | { hole: 'name'; ref: ContentRef }
  /** An image: the `<img>`, two of them where there is a dark variant; the name where it cannot be shown. */
  | { hole: 'image'; image: ImageHole }
  /** A text that pages share, whole. */
  | { hole: 'shared'; ref: ContentRef }
  /** What a specification says of a part of it; where nothing is known of it, the card that names it. */
  | { hole: 'specification'; ref: ContentRef; part: SpecificationPart; card: (string | Hole)[] }
  /** Part of the ids that a text makes itself, so that a text within another, even the same one twice, has others. */
  | { hole: 'scope' };

/** An image of a text. */
export interface ImageHole {
  ref: ContentRef;
  refDark?: ContentRef;
  alt: string;
  /** What is said of it where a pointer rests on it. */
  title?: string;
  /** Width and height as they are written: `375`, `50%`. */
  width?: string;
  height?: string;
  /** Class of the `<img>`. */
  className?: string;
}

/** A heading of a text. */
export interface Heading {
  /** Fragment of its address. */
  id: string;
  /** 1 to 3. */
  level: number;
  title: string;
}

/** A text as HTML with holes. */
export interface RenderedText {
  pieces: (string | Hole)[];
  headings: Heading[];
  /** The text of its first block where that is a heading of the first level; it may repeat the title of the page. */
  leadingTitle: string | null;
  /** How many of the pieces, the first ones, are that heading; absent where there is none. */
  leadingPieces?: number;
}

/** Fills the holes of rendered texts. */
export interface Filler {
  /** Where a reference leads: null where nowhere, or nowhere that the reader may go. */
  linkOf(ref: ContentRef): { url: string; isExternal: boolean } | null;
  nameOf(ref: ContentRef): string;
  /** The address of an image and its size in pixels; null where it cannot be shown. */
  imageOf(ref: ContentRef): { url: string; width?: number; height?: number } | null;
  /** A text that pages share; null where there is none. */
  sharedOf(ref: ContentRef): RenderedText | null;
  /** The HTML of a part of a specification (`specificationHtml`); null where it cannot be shown. */
  specificationOf(ref: ContentRef, part: SpecificationPart): string | null;
  /** Whether links to other sites open a new window. */
  opensWindows: boolean;
}
