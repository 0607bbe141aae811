import type { Delete, Emphasis, Link, LinkReference, PhrasingContent, Strong } from 'mdast';

/** A text of a page that is translated as a whole, and where it stands in the page's body. */
export interface Unit extends TaggedText {
  start: number;
  end: number;
  host: Host;
  place: Place;
}

/** What a text stands in, which says how it is written: blocks of Markdown, HTML, an image of Markdown, or an attribute. */
export type Host = 'paragraph' | 'heading' | 'cell' | 'html' | 'alt' | 'title' | 'attribute';

/** The block that a text is of: its type and source, as keys of blocks are made, and the line it begins on. */
export interface Place {
  type: string;
  source: string;
  line: number;
}

/** What a translatable text consists of, in the order of the page. */
export type Piece = TextPiece | KeptPiece | AroundPiece;

/** Words, as a reader sees them: without escapes, a line ending as a space. */
export interface TextPiece {
  kind: 'text';
  text: string;
  /** Where it stands in the page's body. */
  start: number;
  end: number;
}

/** What comes through as it is written, such as code, an image or an expression. */
export interface KeptPiece {
  kind: 'kept';
  start: number;
  end: number;
  /** What it is in Markdown, where the text beside it is written otherwise for it. */
  node?: PhrasingContent;
  /** Texts within it that are translated by themselves, such as that of an image. */
  units: Unit[];
}

/** Markup around other pieces, such as emphasis or a link. */
export interface AroundPiece {
  kind: 'around';
  start: number;
  end: number;
  children: Piece[];
  /** The node of Markdown, or both tags of HTML as written. */
  by: { node: Wrapper } | { open: string; close: string };
}

/** Nodes of Markdown that stand around text. */
export type Wrapper = Strong | Emphasis | Delete | Link | LinkReference;

/** The text that a provider is given, and what its numbered tags stand for. */
export interface TaggedText {
  text: string;
  tags: (KeptPiece | AroundPiece)[];
}

/**
 * Pieces as plain text in which whatever is not text is a numbered tag, in reading order: `Press <x0>Save</x0>, then <x1/>.`
 */
export function taggedText(pieces: readonly Piece[]): TaggedText {
  const tags: TaggedText['tags'] = [];
  return { text: textOf(pieces, tags), tags };
}

function textOf(pieces: readonly Piece[], tags: TaggedText['tags']): string {
  return pieces.map((piece) => (piece.kind === 'text' ? piece.text : tagOf(piece, tags))).join('');
}

function tagOf(piece: KeptPiece | AroundPiece, tags: TaggedText['tags']): string {
  const number = tags.push(piece) - 1;
  if (piece.kind === 'kept') return `<x${number}/>`;
  return `<x${number}>${textOf(piece.children, tags)}</x${number}>`;
}

const addresses = /[a-z][a-z\d+.-]*:\/\/\S+|\bwww\.\S+|\S+@\S+\.\S+/giu;

/** Whether a text has anything to translate: a letter outside of web and mail addresses. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(/[@/.]/.test(text) ? text.replace(addresses, '') : text);
}

/** Whether any text among pieces has. */
export function haveWords(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) =>
    piece.kind === 'text' ? hasWords(piece.text) : piece.kind === 'around' && haveWords(piece.children),
  );
}

/** Text on one line: each line ending, with the white space around it, is a space. */
export function oneLine(text: string): string {
  return text.replace(/[ \t]*(?:\r\n?|[\n\u2028\u2029])[ \t\r\n]*/g, ' ');
}
