import type { Delete, Emphasis, Link, LinkReference, PhrasingContent, Strong } from 'mdast';

/** A text that is translated as a whole, and its position in the page's body. */
export interface Unit extends TaggedText {
  start: number;
  end: number;
  host: Host;
  place: BlockPosition;
}

/**
 * Context of a text. It determines how the translation is written: in Markdown blocks, HTML, a Markdown image, or an
 * attribute.
 */
export type Host = 'paragraph' | 'heading' | 'cell' | 'html' | 'alt' | 'title' | 'attribute';

/**
 * The block that contains a text: its type, its source and its first line. Block keys are derived from type and source.
 */
export interface BlockPosition {
  type: string;
  source: string;
  line: number;
}

/** Part of a translatable text; the parts are in page order. */
export type InlinePiece = TextPiece | VerbatimPiece | WrapperPiece;

/** Words as readers see them: without escapes, and with spaces instead of line endings. */
export interface TextPiece {
  kind: 'text';
  text: string;
  /** Offsets in the page's body. */
  start: number;
  end: number;
}

/** Markup that is copied unchanged, such as code, an image or an expression. */
export interface VerbatimPiece {
  kind: 'kept';
  start: number;
  end: number;
  /** Markdown node of the piece; present if the node affects how adjacent text must be written. */
  node?: PhrasingContent;
  /** Texts in the piece that are translated separately, such as the text of an image. */
  units: Unit[];
}

/** Markup around other pieces, such as emphasis or a link. */
export interface WrapperPiece {
  kind: 'around';
  start: number;
  end: number;
  children: InlinePiece[];
  /** Markdown node of the markup, or the source of its two HTML tags. */
  by: { node: Wrapper } | { open: string; close: string };
}

/** Markdown nodes that contain text. */
export type Wrapper = Strong | Emphasis | Delete | Link | LinkReference;

/** The text that a provider translates, and the pieces that its numbered tags represent. */
export interface TaggedText {
  text: string;
  tags: (VerbatimPiece | WrapperPiece)[];
}

/**
 * Returns pieces as plain text. Each piece that is not text becomes a numbered tag, in reading order: `Press
 * <x0>Save</x0>, then <x1/>.`
 */
export function taggedText(pieces: readonly InlinePiece[]): TaggedText {
  const tags: TaggedText['tags'] = [];
  return { text: joinPieces(pieces, tags), tags };
}

function joinPieces(pieces: readonly InlinePiece[], tags: TaggedText['tags']): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : writePieceTag(piece, tags))).join('');
}

function writePieceTag(piece: VerbatimPiece | WrapperPiece, tags: TaggedText['tags']): string {
  const number = tags.push(piece) - 1;
  if (piece.kind === 'kept') return `<x${number}/>`;
  return `<x${number}>${joinPieces(piece.children, tags)}</x${number}>`;
}

const addresses = /[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\S+@\S+\.\S+/giu;

/** Reports whether a text is translatable: it contains a letter outside of web and mail addresses. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(/[@/.]/.test(text) ? text.replace(addresses, '') : text);
}

/** Reports whether any text in the pieces contains words (`hasWords`). */
export function piecesHaveWords(pieces: readonly InlinePiece[]): boolean {
  return pieces.some((piece) =>
    piece.kind === 'text' ? hasWords(piece.text) : piece.kind === 'around' && piecesHaveWords(piece.children),
  );
}

/** Returns text as one line. Each line ending becomes a space, together with the white space around it. */
export function oneLine(text: string): string {
  return text.replace(/[ \t]*(?:\r\n?|[\n\u2028\u2029])[ \t\r\n]*/g, ' ');
}
