import type { ContentRef } from '../../engine/base/types.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';

/**
 * Placeholder (hole) for a value that depends on the reader of a page, such as the target or the name of a reference. A
 * text is rendered only once for all readers; its holes are filled when it is shown.
 */
export type Placeholder =
  /** Attributes of a link, such as ` href="…"`; nothing if there is no target. */
  | { placeholder: 'link'; ref: ContentRef }
  /** Name of the target of a reference, as text. */
  | { placeholder: 'name'; ref: ContentRef }
  /** An image: one `<img>`, or two if there is a dark variant. If it cannot be shown, its name. */
  | { placeholder: 'image'; image: PlaceholderImage }
  /** The whole text of a shared text. */
  | { placeholder: 'shared'; ref: ContentRef }
  /** Documentation of a part of a specification. `card` is shown if the specification is not available. */
  | { placeholder: 'specification'; ref: ContentRef; part: SpecificationPart; card: (string | Placeholder)[] }
  /**
   * Prefix of ids that the renderer creates. It keeps them unique if a text includes another text, or the same text
   * twice.
   */
  | { placeholder: 'scope' };

/** An image in a text. */
export interface PlaceholderImage {
  ref: ContentRef;
  refDark?: ContentRef;
  alt: string;
  /** Tooltip of the image. */
  title?: string;
  /** Width and height in the author's notation: `375`, `50%`. */
  width?: string;
  height?: string;
  /** Class of the `<img>`. */
  className?: string;
}

/** A heading in a text. */
export interface Heading {
  /** Id of the heading, used as the fragment of its address. */
  id: string;
  /** Level of the heading, 1 to 3. */
  level: number;
  title: string;
}

/** A text as HTML with holes. */
export interface RenderedText {
  pieces: (string | Placeholder)[];
  headings: Heading[];
  /**
   * Text of the first block if it is a heading of the first level; otherwise null. It may equal the title of the page.
   */
  leadingTitle: string | null;
  /** Number of leading pieces that form this heading; absent if there is none. */
  leadingPieces?: number;
}

/** Resolves references for one reader. The values fill the holes of rendered texts. */
export interface ReferenceResolver {
  /** Target of a reference; null if there is none, or the reader may not see it. */
  linkOf(ref: ContentRef): { url: string; isExternal: boolean } | null;
  nameOf(ref: ContentRef): string;
  /** Address and size in pixels of an image; null if it cannot be shown. */
  imageOf(ref: ContentRef): { url: string; width?: number; height?: number } | null;
  /** A shared text; null if it does not exist. */
  sharedOf(ref: ContentRef): RenderedText | null;
  /** HTML of a part of a specification (`specificationHtml`); null if it cannot be shown. */
  specificationOf(ref: ContentRef, part: SpecificationPart): string | null;
  /** Whether links to other sites open a new window. */
  opensWindows: boolean;
}
