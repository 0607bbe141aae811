import {
  type Column,
  colors,
  type PrintBlock,
  plainRun,
  textPrintBlock,
  textSize,
  titleSeparator,
} from './blocks/print-blocks.js';
import { type LayoutBox, type LayoutState, layOutBlocks } from './layout-boxes.js';
import { fillBox } from './page-canvas.js';

type Table = Extract<PrintBlock, { kind: 'table' }>;

/**
 * Limits for a table whose words do not fit. If it has more columns, or if its columns are narrower (in points), it
 * becomes a list of records.
 */
const maxColumns = 10;
const minColumnWidth = 42;

const padding = 4;

/** Maximum height of a row in points. A higher row is split between PDF pages. */
const maxRowHeight = 300;

/**
 * Lays out a table. Its header row is repeated on each PDF page. A table that is too wide becomes a list of its
 * records.
 */
export function tableBoxes(layout: LayoutState, table: Table, width: number): LayoutBox[] {
  const { columns } = table;
  if (columns.length === 0) return [];
  const isWide = columns.length > maxColumns || width / columns.length < minColumnWidth;
  const { least, widths } = columnWidths(table, width);
  if (isWide && sumOf(least) > width) return recordBoxes(layout, table, width);
  const rowOf = (cells: PrintBlock[][], shade: boolean) => rowBoxes(layout, { cells, columns, widths, width, shade });
  const titles = columns.map(({ title }): PrintBlock[] => [textPrintBlock([plainRun(title, { bold: true })])]);
  const heads = table.hideHeader || columns.every(({ title }) => title.trim() === '') ? [] : rowOf(titles, true);
  const head = heads.length === 1 && heads[0]!.height < 120 ? heads[0] : undefined;
  const rows = table.rows.flatMap((row) => rowOf(row, false));
  return [
    ...heads.map((box) => ({ ...box, keepWithNext: true })),
    ...rows.map((box) => (head ? { ...box, head } : box)),
  ];
}

interface Row {
  cells: PrintBlock[][];
  columns: readonly Column[];
  widths: readonly number[];
  width: number;
  shade: boolean;
}

function rowBoxes(layout: LayoutState, { cells, columns, widths, width, shade }: Row): LayoutBox[] {
  const laid = cells.map((cell, index) => {
    const { align } = columns[index]!;
    const aligned = cell.map((piece) => (piece.kind === 'text' ? { ...piece, align, space: 0 } : piece));
    return chunks(layOutBlocks(layout, aligned, widths[index]! - 2 * padding));
  });
  const count = Math.max(1, ...laid.map((cell) => cell.length));
  return Array.from({ length: count }, (_, index) => {
    const parts = laid.map((cell) => cell[index] ?? []);
    const height = Math.max(textSize, ...parts.map(totalHeight)) + 2 * padding;
    return {
      height,
      draw(x, y) {
        if (shade) fillBox(layout.document, { x, y, width, height }, colors.shade);
        let left = x;
        for (const [column, part] of parts.entries()) {
          drawAll(part, left + padding, y + padding);
          left += widths[column]!;
        }
        if (index === count - 1) fillBox(layout.document, { x, y: y + height - 0.5, width, height: 0.5 }, colors.line);
      },
    };
  });
}

/** Splits the content of a cell into parts that fit into a row. */
function chunks(boxes: LayoutBox[]): LayoutBox[][] {
  const parts: LayoutBox[][] = [[]];
  let height = 0;
  for (const box of boxes) {
    if (height + box.height > maxRowHeight && height > 0) {
      parts.push([]);
      height = 0;
    }
    parts.at(-1)!.push(box);
    height += box.height;
  }
  return parts;
}

function totalHeight(boxes: readonly LayoutBox[]): number {
  const last = boxes.at(-1);
  return boxes.reduce((sum, { height }) => sum + height, 0) - (last?.gap ? last.height : 0);
}

function drawAll(boxes: readonly LayoutBox[], x: number, y: number): void {
  let top = y;
  for (const box of boxes) {
    box.draw(x, top);
    top += box.height;
  }
}

/** Returns widths in proportion to the longest texts, and minimum widths that break only a few words. */
function columnWidths({ columns, rows }: Table, width: number): { least: number[]; widths: number[] } {
  const measured = rows.slice(0, 200);
  const texts = columns.map(({ title }, column) => [title, ...measured.map((row) => cellText(row[column] ?? []))]);
  const wishes = texts.map((ofColumn) => clamp(largestOf(ofColumn.map(lettersIn)), 4, 60));
  const words = texts.map((ofColumn) =>
    clamp(largestOf(ofColumn.flatMap((text) => text.split(/\s+/).map(lettersIn))), 4, 18),
  );
  const least = words.map((letters) => letters * 5.9 + 2 * padding);
  const spare = width - sumOf(least);
  const widths = least.map((own, column) =>
    spare < 0 ? (own * width) / sumOf(least) : own + (spare * wishes[column]!) / sumOf(wishes),
  );
  return { least, widths };
}

const largestOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);
const sumOf = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** Returns the start of a cell's text. Other content, such as an image, counts as a long text. */
function cellText(pieces: readonly PrintBlock[]): string {
  const texts = pieces.map((piece) =>
    piece.kind === 'text' ? piece.runs.map(({ text }) => text).join('') : ' x'.repeat(15),
  );
  return texts.join(' ').slice(0, 300);
}

/** Counts letters. East Asian letters count twice, because they are twice as wide. */
function lettersIn(text: string): number {
  return text.length + (text.match(/[\u2E80-\uFFEF]/g)?.length ?? 0);
}

/** Lays out each record as a list of column titles with values. Empty cells are omitted. */
function recordBoxes(layout: LayoutState, { columns, rows }: Table, width: number): LayoutBox[] {
  const titles = columns.map(({ title }) =>
    textPrintBlock([plainRun(title.slice(0, 60), { bold: true })], { space: 1 }),
  );
  const head = textPrintBlock([plainRun(columns.map(({ title }) => title).join(titleSeparator), { bold: true })]);
  const records = rows.flatMap((row): PrintBlock[] => [
    { kind: 'rule' },
    ...row.flatMap((cell, index) => (cell.length > 0 ? [titles[index]!, ...cell] : [])),
  ]);
  return layOutBlocks(layout, [head, ...records], width);
}
