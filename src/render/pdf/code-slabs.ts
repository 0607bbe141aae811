import { codeSize, colors, type Piece, plainRun } from './pieces/pieces.js';
import { fillBox } from './sheet.js';
import { beside, gap, lineHeight, moved, paragraphGap, type Setting, type Slab, textSlabs, unbroken } from './slabs.js';

type Code = Extract<Piece, { kind: 'code' }>;

/** Lays out code on a shaded background, with a title and line numbers; long lines wrap. */
export function codeSlabs(setting: Setting, piece: Code, width: number): Slab[] {
  const { document } = setting;
  const numbers = piece.numbers ? String(piece.lines.length).length * 6 + 8 : 0;
  const shaded = (slab: Slab, color = colors.shade as readonly [number, number, number]): Slab => ({
    ...slab,
    draw(x, y) {
      fillBox(document, { x, y, width, height: slab.height + 0.3 }, color);
      slab.draw(x, y);
    },
  });
  const rules = { size: codeSize, align: 'left' as const, width: width - 16 - numbers };
  const title = piece.title
    ? textSlabs(setting, [plainRun(piece.title, { bold: true })], { ...rules, width: width - 16 }).map((slab) => ({
        ...slab,
        keep: true,
      }))
    : [];
  // All blank lines share one layout box.
  const blank = shaded({ height: codeSize * lineHeight, draw: () => {} });
  const lines = piece.lines.flatMap(({ runs, highlighted }, index) => {
    if (!numbers && !highlighted && runs.every(({ text }) => text === '')) return blank;
    const slabs = moved(textSlabs(setting, runs, rules), 8 + numbers);
    const [number] = numbers
      ? textSlabs(setting, [plainRun(`${index + 1}`, { mono: true, color: colors.muted })], rules)
      : [];
    if (number && slabs[0]) slabs[0] = beside(number, 8, slabs[0]);
    return slabs.map((slab) => shaded(slab, highlighted ? colors.highlight : colors.shade));
  });
  const end = lines.at(-1);
  if (end) lines[lines.length - 1] = { ...end, keep: true };
  const padding: Slab = { height: 4, draw: () => {} };
  const head = [padding, ...moved(title, 8)].map((slab) => ({ ...shaded(slab), keep: true }));
  return [...head, ...unbroken(lines), shaded(padding), gap(paragraphGap + 2)];
}
