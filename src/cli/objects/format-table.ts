import { replaceControlCharacters } from '../process/control-characters.js';

/** Value of a cell of a table. */
export type Cell = string | number | boolean | null | undefined;

/** Returns rows of cells as lines with aligned columns, two spaces apart. */
export function formatTable(rows: readonly (readonly Cell[])[]): string {
  const texts = rows.map((row) => row.map(formatCell));
  const count = Math.max(0, ...texts.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...texts.map((row) => displayWidth(row[column] ?? ''))),
  );
  const pad = (text: string, column: number) => text + ' '.repeat(widths[column]! - displayWidth(text));
  return texts.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}

/** Returns the text of a cell, without control characters. */
export function formatCell(value: Cell): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return replaceControlCharacters(String(value));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Extended_Pictographic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uff01-\uff60]/u;

/** Returns the number of columns that a text takes on a terminal. */
function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1;
  return width;
}
