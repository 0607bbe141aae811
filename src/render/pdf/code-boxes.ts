import { codeSize, colors, type PrintBlock, plainRun } from './blocks/print-blocks.js';
import {
  createGap,
  indented,
  keepTogether,
  type LayoutBox,
  type LayoutState,
  lineHeight,
  paragraphGap,
  textBoxes,
  withMarker,
} from './layout-boxes.js';
import { fillBox } from './page-canvas.js';

type Code = Extract<PrintBlock, { kind: 'code' }>;

/** Lays out code on a shaded background, with a title and line numbers. Long lines wrap. */
export function codeBoxes(layout: LayoutState, piece: Code, width: number): LayoutBox[] {
  const { document } = layout;
  const numbers = piece.numbers ? String(piece.lines.length).length * 6 + 8 : 0;
  const shaded = (box: LayoutBox, color = colors.shade as readonly [number, number, number]): LayoutBox => ({
    ...box,
    draw(x, y) {
      fillBox(document, { x, y, width, height: box.height + 0.3 }, color);
      box.draw(x, y);
    },
  });
  const rules = { size: codeSize, align: 'left' as const, width: width - 16 - numbers };
  const title = piece.title
    ? textBoxes(layout, [plainRun(piece.title, { bold: true })], { ...rules, width: width - 16 }).map((box) => ({
        ...box,
        keepWithNext: true,
      }))
    : [];
  // All blank lines share one layout box.
  const blank = shaded({ height: codeSize * lineHeight, draw: () => {} });
  const lines = piece.lines.flatMap(({ runs, highlighted }, index) => {
    if (!numbers && !highlighted && runs.every(({ text }) => text === '')) return blank;
    const boxes = indented(textBoxes(layout, runs, rules), 8 + numbers);
    const [number] = numbers
      ? textBoxes(layout, [plainRun(`${index + 1}`, { mono: true, color: colors.muted })], rules)
      : [];
    if (number && boxes[0]) boxes[0] = withMarker(number, 8, boxes[0]);
    return boxes.map((box) => shaded(box, highlighted ? colors.highlight : colors.shade));
  });
  const end = lines.at(-1);
  if (end) lines[lines.length - 1] = { ...end, keepWithNext: true };
  const padding: LayoutBox = { height: 4, draw: () => {} };
  const head = [padding, ...indented(title, 8)].map((box) => ({ ...shaded(box), keepWithNext: true }));
  return [...head, ...keepTogether(lines), shaded(padding), createGap(paragraphGap + 2)];
}
