import type { ContentRef } from '../../engine/base/types.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';

/**
 * Placeholder for a value that depends on the reader of a page, such as the target or the name of a reference. A text
 * is rendered once for all readers; the holes are filled when it is shown.
 */
export type Placeholder =
  /** Attributes of a link: ` href="…"` and related ones, or nothing if there is no target. */
  | { placeholder: 'link'; ref: ContentRef }
  /** Name of the target of a reference, as text. */
  | { placeholder: 'name'; ref: ContentRef }
  /** An image: one `<img>`, or two with a dark variant; its name if it cannot be shown. */
  | { placeholder: 'image'; image: ImageHole }
  /** A complete text that pages share. */
  | { placeholder: 'shared'; ref: ContentRef }
  /** Documentation of a part of a specification; the card if the specification is unavailable. */
  | { placeholder: 'specification'; ref: ContentRef; part: SpecificationPart; card: (string | Placeholder)[] }
  /**
   * Prefix of ids that the renderer makes. It makes ids unique if a text includes another text, or the same one twice.
   */
  | { placeholder: 'scope' };

/** An image of a text. */
export interface ImageHole {
  ref: ContentRef;
  refDark?: ContentRef;
  alt: string;
  /** Tooltip. */
  title?: string;
  /** Width and height as the author wrote them: `375`, `50%`. */
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
  pieces: (string | Placeholder)[];
  headings: Heading[];
  /** Text of the first block if that is a heading of the first level; may repeat the title of the page. */
  leadingTitle: string | null;
  /** Number of leading pieces that belong to that heading; absent if there is none. */
  leadingPieces?: number;
}

/** Fills the holes of rendered texts. */
export interface ReferenceResolver {
  /** Target of a reference; null if there is none, or the reader may not see it. */
  linkOf(ref: ContentRef): { url: string; isExternal: boolean } | null;
  nameOf(ref: ContentRef): string;
  /** Address and size in pixels of an image; null if it cannot be shown. */
  imageOf(ref: ContentRef): { url: string; width?: number; height?: number } | null;
  /** A text that pages share; null if it does not exist. */
  sharedOf(ref: ContentRef): RenderedText | null;
  /** HTML of a part of a specification (`specificationHtml`); null if it cannot be shown. */
  specificationOf(ref: ContentRef, part: SpecificationPart): string | null;
  /** Whether links to other sites open a new window. */
  opensWindows: boolean;
}
