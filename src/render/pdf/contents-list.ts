import type { Section } from './pieces/input.js';
import { colors, plainRun } from './pieces/pieces.js';
import { contentWidth, fillBox, linkBox, sheetSize } from './sheet.js';
import { type Setting, type Slab, textSlabs } from './slabs.js';

const rowHeight = 17;
const headHeight = 40;
const perSheet = Math.floor((sheetSize.height - sheetSize.top - sheetSize.bottom - headHeight) / rowHeight);

/** Returns the number of PDF pages of a table of contents. */
export function contentsSheets(count: number): number {
  return Math.ceil(count / perSheet);
}

/** A section and the number of its PDF page. */
export interface Entry {
  section: Section;
  sheet: number;
}

/** Lays out the table of contents, with one layout box for each of its PDF pages. */
export function contentsSlabs(setting: Setting, entries: readonly Entry[]): Slab[] {
  return Array.from({ length: contentsSheets(entries.length) }, (_, sheet) => ({
    height: headHeight + perSheet * rowHeight,
    draw(x, y) {
      if (sheet === 0) accent(setting).draw(x, y);
      for (const [row, entry] of entries.slice(sheet * perSheet, (sheet + 1) * perSheet).entries()) {
        writeEntry(setting, entry, y + headHeight + row * rowHeight);
      }
    },
  }));
}

/** Returns the short line above the title and the table of contents. */
export function accent({ document }: Setting): Slab {
  return { height: 32, draw: (x, y) => fillBox(document, { x, y: y + 18, width: 32, height: 2 }, colors.info) };
}

function writeEntry(setting: Setting, { section, sheet }: Entry, y: number): void {
  const indent = Math.min(section.depth, 8) * 14;
  const width = contentWidth - indent - 40;
  const x = sheetSize.side + indent;
  const style = { bold: section.depth === 0, color: colors.text };
  const title = shortened(setting, section.linkTitle ?? section.title, { width, size: 10, bold: style.bold });
  const rules = { size: 10, align: 'left' as const, width };
  textSlabs(setting, [plainRun(title, style)], rules)[0]?.draw(x, y);
  const number = [plainRun(String(sheet), { color: colors.muted })];
  textSlabs(setting, number, { size: 10, align: 'right', width: contentWidth })[0]?.draw(sheetSize.side, y);
  const place = setting.placeName(section.id);
  if (place) linkBox(setting.document, { x, y, width: contentWidth - indent, height: rowHeight }, { place });
}

/** Shortens a title to one line of a width and font size. */
export function shortened(
  { glyphsOf }: Setting,
  title: string,
  { width, size, bold = false }: { width: number; size: number; bold?: boolean },
): string {
  let [used, text] = [0, ''];
  for (const glyph of glyphsOf(title.replace(/\s+/g, ' '), { bold })) {
    used += (glyph.width * size) / 1000;
    if (used > width - size) return `${text.trimEnd()}…`;
    text += glyph.text;
  }
  return text;
}
