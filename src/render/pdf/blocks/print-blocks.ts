/** A color as red, green and blue, each from 0 to 1. */
export type Color = readonly [number, number, number];

/** Target of a link: a destination if it is in this PDF, otherwise the address. */
export interface Target {
  /** Destination: a page (`id`) or a heading in it (`id#anchor`). */
  place?: string;
  url?: string;
}

/** Style of a run of text. */
export interface RunStyle {
  bold?: boolean;
  italic?: boolean;
  mono?: boolean;
  strike?: boolean;
  raised?: 'super' | 'sub';
  color?: Color;
  background?: Color;
}

/** A run of text in one style, or an inline image. */
export interface Run {
  text: string;
  style: RunStyle;
  target?: Target;
  /** File id of an inline image. If the image is not available, `text` is shown. */
  image?: string;
  /** Whether to scale the image to the height of the line. */
  isLineHeight?: boolean;
}

/** Alignment of text. */
export type Align = 'left' | 'center' | 'right';

/** A column of a table. */
export interface Column {
  title: string;
  align: Align;
}

/**
 * The kinds of blocks for printing. All document blocks are converted to these kinds, so fonts and layout depend only
 * on these few.
 */
export type PrintBlock =
  | { kind: 'text'; runs: Run[]; size: number; align?: Align; places?: string[]; heading?: boolean; space?: number }
  | { kind: 'list'; items: { marker: Run[]; pieces: PrintBlock[] }[] }
  | { kind: 'panel'; bar: Color; background?: Color; pieces: PrintBlock[] }
  | { kind: 'code'; lines: { runs: Run[]; highlighted: boolean }[]; title?: string; numbers: boolean }
  | { kind: 'table'; columns: Column[]; rows: PrintBlock[][][]; hideHeader: boolean }
  | { kind: 'image'; file: string; width?: number; align: Align; fallback: Run[]; hasCaption?: boolean }
  | { kind: 'rule' };

/** Font size of plain text in points. */
export const textSize = 10;

/** Font size of code in points. */
export const codeSize = 8.5;

/** Colors by purpose. */
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

/** Separator between the column titles of a table that is printed as a list of records. */
export const titleSeparator = ' | ';

/** Returns a paragraph of runs. */
export function textPrintBlock(runs: Run[], more: Partial<Extract<PrintBlock, { kind: 'text' }>> = {}): PrintBlock {
  return { kind: 'text', runs, size: textSize, ...more };
}

/** Returns a run of plain text. */
export function plainRun(text: string, style: RunStyle = {}, target?: Target): Run {
  return { text, style, ...(target && { target }) };
}
