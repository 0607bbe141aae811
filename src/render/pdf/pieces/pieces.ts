/** A colour as red, green and blue from 0 to 1. */
export type Color = readonly [number, number, number];

/** Where a link leads: a place in this PDF if it has it, else the address. */
export interface Target {
  /** Place of a page (`id`) or of a heading in it (`id#anchor`). */
  place?: string;
  url?: string;
}

/** How a run of text looks. */
export interface RunStyle {
  bold?: boolean;
  italic?: boolean;
  mono?: boolean;
  strike?: boolean;
  raised?: 'super' | 'sub';
  color?: Color;
  background?: Color;
}

/** A run of text in one style, or an image within a line. */
export interface Run {
  text: string;
  style: RunStyle;
  target?: Target;
  /** File id of an image that stands in the line; `text` is what is shown without it. */
  image?: string;
  /** The image is as high as the line. */
  small?: boolean;
}

/** How text stands in its width. */
export type Align = 'left' | 'center' | 'right';

/** A column of a table. */
export interface Column {
  title: string;
  align: Align;
}

/**
 * What a document is printed from: the few shapes that all kinds of blocks come down to. Fonts are chosen from their
 * texts, and pages are laid out from nothing else, so that what is not in here is not in the PDF.
 */
export type Piece =
  | { kind: 'text'; runs: Run[]; size: number; align?: Align; places?: string[]; heading?: boolean; space?: number }
  | { kind: 'list'; items: { marker: Run[]; pieces: Piece[] }[] }
  | { kind: 'panel'; bar: Color; background?: Color; pieces: Piece[] }
  | { kind: 'code'; lines: { runs: Run[]; highlighted: boolean }[]; title?: string; numbers: boolean }
  | { kind: 'table'; columns: Column[]; rows: Piece[][][]; hideHeader: boolean }
  | { kind: 'image'; file: string; width?: number; align: Align; otherwise: Run[]; captioned?: boolean }
  | { kind: 'rule' };

/** Size of plain text in points. */
export const textSize = 10;

/** Size of code in points. */
export const codeSize = 8.5;

/** Colours by what they are for. */
export const colors = {
  text: [0.13, 0.15, 0.18],
  muted: [0.42, 0.46, 0.5],
  link: [0.05, 0.36, 0.75],
  line: [0.82, 0.84, 0.87],
  shade: [0.955, 0.96, 0.97],
  highlight: [1, 0.95, 0.76],
  info: [0.2, 0.5, 0.86],
  success: [0.13, 0.6, 0.33],
  warning: [0.87, 0.6, 0.08],
  danger: [0.82, 0.2, 0.2],
} satisfies Record<string, Color>;

/** Stands between the titles of a table that is printed as a list of its records. */
export const betweenTitles = ' | ';

/** A paragraph of runs. */
export function textPiece(runs: Run[], more: Partial<Extract<Piece, { kind: 'text' }>> = {}): Piece {
  return { kind: 'text', runs, size: textSize, ...more };
}

/** A run of plain text. */
export function plainRun(text: string, style: RunStyle = {}, target?: Target): Run {
  return { text, style, ...(target && { target }) };
}
