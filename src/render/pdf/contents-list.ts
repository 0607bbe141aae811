import type { Section } from './blocks/input.js';
import { colors, plainRun } from './blocks/print-blocks.js';
import { type LayoutBox, type LayoutState, textBoxes } from './layout-boxes.js';
import { contentWidth, fillBox, linkBox, pageSize } from './page-canvas.js';

const rowHeight = 17;
const headHeight = 40;
const rowsPerPage = Math.floor((pageSize.height - pageSize.top - pageSize.bottom - headHeight) / rowHeight);

/** Returns the number of PDF pages of a table of contents. */
export function contentsPageCount(count: number): number {
  return Math.ceil(count / rowsPerPage);
}

/** A section and the number of its PDF page. */
export interface Entry {
  section: Section;
  sheet: number;
}

/** Lays out the table of contents as one layout box per PDF page. */
export function contentsBoxes(layout: LayoutState, entries: readonly Entry[]): LayoutBox[] {
  return Array.from({ length: contentsPageCount(entries.length) }, (_, pageIndex) => ({
    height: headHeight + rowsPerPage * rowHeight,
    draw(x, y) {
      if (pageIndex === 0) accentLine(layout).draw(x, y);
      for (const [row, entry] of entries.slice(pageIndex * rowsPerPage, (pageIndex + 1) * rowsPerPage).entries()) {
        writeEntry(layout, entry, y + headHeight + row * rowHeight);
      }
    },
  }));
}

/** Returns a short decorative line that is placed above the title or the table of contents. */
export function accentLine({ document }: LayoutState): LayoutBox {
  return { height: 32, draw: (x, y) => fillBox(document, { x, y: y + 18, width: 32, height: 2 }, colors.info) };
}

function writeEntry(layout: LayoutState, { section, sheet: pageIndex }: Entry, y: number): void {
  const indent = Math.min(section.depth, 8) * 14;
  const width = contentWidth - indent - 40;
  const x = pageSize.side + indent;
  const style = { bold: section.depth === 0, color: colors.text };
  const title = shortened(layout, section.linkTitle ?? section.title, { width, size: 10, bold: style.bold });
  const rules = { size: 10, align: 'left' as const, width };
  textBoxes(layout, [plainRun(title, style)], rules)[0]?.draw(x, y);
  const number = [plainRun(String(pageIndex), { color: colors.muted })];
  textBoxes(layout, number, { size: 10, align: 'right', width: contentWidth })[0]?.draw(pageSize.side, y);
  const place = layout.placeName(section.id);
  if (place) linkBox(layout.document, { x, y, width: contentWidth - indent, height: rowHeight }, { place });
}

/** Shortens a title to one line with the given width and font size. */
export function shortened(
  { glyphsOf }: LayoutState,
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
