import { colors, plainRun } from './blocks/print-blocks.js';
import { shortened } from './contents-list.js';
import { type LayoutBox, type LayoutState, textBoxes } from './layout-boxes.js';
import { fillBox, pageSize } from './page-canvas.js';

/** Thrown if a PDF would have too many pages. */
export class TooManyPages extends Error {
  constructor(readonly limit: number) {
    super(`The PDF would have more than ${limit} sheets`);
  }
}

/** Maximum number of PDF pages. A larger PDF would be too long to read, and would take too long to render. */
const maxPages = 20_000;

/** Places layout boxes on PDF pages, one below the other. */
export interface Flow {
  /** Sets the section title for the footers of the following PDF pages. */
  about(section: string): void;
  /** Starts a new PDF page, unless the current one is still empty. */
  nextSheet(): void;
  put(boxes: readonly LayoutBox[]): void;
  /** Number of the current PDF page, from 1. */
  sheet(): number;
  /** Completes the last PDF page. */
  finish(): void;
}

const leftEdge = pageSize.side;
const bottomEdge = pageSize.height - pageSize.bottom;

/**
 * Creates a flow of PDF pages. The footer of each page contains the title and the page number, which begins at `first`.
 */
export function createFlow(layout: LayoutState, foot: { title: string; width: number }, first = 1): Flow {
  const { document } = layout;
  let [y, count] = [Number.POSITIVE_INFINITY, first - 1];
  let [section, pageSection] = ['', ''];
  const finish = (): void => {
    if (count >= first) drawFoot(layout, { ...foot, section: pageSection }, count);
  };
  const begin = (): void => {
    if (count >= maxPages) throw new TooManyPages(maxPages);
    finish();
    document.addPage();
    count++;
    pageSection = section;
    y = pageSize.top;
  };
  const put = (box: LayoutBox, needed: number): void => {
    if (box.gap && (count < first || y === pageSize.top || y + box.height > bottomEdge)) return;
    if (count < first || (y + needed > bottomEdge && y > pageSize.top)) {
      begin();
      if (box.gap) return;
      if (box.head) {
        box.head.draw(leftEdge, y);
        y += box.head.height;
      }
    }
    box.draw(leftEdge, y);
    y += box.height;
  };
  return {
    about(title) {
      section = title;
    },
    nextSheet: () => void ((count < first || y > pageSize.top) && begin()),
    put: (boxes) => {
      for (const [index, box] of boxes.entries()) put(box, requiredHeight(boxes, index));
    },
    sheet: () => count,
    finish,
  };
}

/**
 * Returns the height of a layout box together with the following boxes that must be on the same PDF page. These are the
 * next box, and further ones up to a third of the page. Without the limit of a third, a PDF page could stay empty.
 */
function requiredHeight(boxes: readonly LayoutBox[], index: number): number {
  let needed = boxes[index]!.height;
  const isWithin = (at: number) => at === index || needed < pageSize.height / 3;
  for (let at = index; boxes[at]?.keepWithNext && at + 1 < boxes.length && isWithin(at); at++) {
    needed += boxes[at + 1]!.height;
  }
  return needed;
}

/** Separator between the title of the PDF and that of the section in the footer. */
export const footerSeparator = '  ·  ';

interface Foot {
  title: string;
  section: string;
  width: number;
}

function drawFoot(layout: LayoutState, { title, section, width }: Foot, pageNumber: number): void {
  const y = pageSize.height - 44;
  const style = { color: colors.muted };
  fillBox(layout.document, { x: leftEdge, y: y - 6, width, height: 0.5 }, colors.line);
  const names = [...new Set([title, section])].filter(Boolean).join(footerSeparator);
  const rules = { size: 8, width: width - 60 };
  textBoxes(layout, [plainRun(shortened(layout, names, rules), style)], { ...rules, align: 'left' })[0]?.draw(
    leftEdge,
    y,
  );
  textBoxes(layout, [plainRun(String(pageNumber), style)], { size: 8, align: 'right', width })[0]?.draw(leftEdge, y);
}
