import { emojiText } from '../../../engine/text/document/emoji-text.js';
import { type DocumentNode, dataText, refOf } from '../../../engine/text/document/node-shape.js';
import { type Color, colors, plainRun, type Run, type RunStyle, type Target } from './print-blocks.js';
import type { References } from './reference-names.js';
import { type SizeBudget, spendText } from './size-budget.js';

/** State for converting inline nodes. */
export interface InlineState {
  references: References;
  /** Adds an annotation and returns its number in the notes below the page. */
  note(annotation: DocumentNode): number;
  room: SizeBudget;
}

/** Style and link of the enclosing text. */
interface Around {
  style: RunStyle;
  target?: Target | undefined;
}

/** Returns the runs of inline nodes and texts. For a node of an unknown type, returns the runs of the text in it. */
export function runsOf(
  inlineState: InlineState,
  nodes: readonly DocumentNode[] = [],
  around: Around = { style: {} },
): Run[] {
  const { room } = inlineState;
  return nodes.flatMap((node) => {
    if (room.left <= 0) return [];
    if (node.object === 'text') {
      return (node.leaves ?? []).map((leaf) => {
        spendText(room, leaf.text);
        return leafRun(leaf, around);
      });
    }
    spendText(room, node.data ? JSON.stringify(node.data) : '');
    const known = Object.hasOwn(inlines, node.type ?? '') ? inlines[node.type!] : undefined;
    return (known ?? otherInline)(inlineState, node, around);
  });
}

type ReadInline = (inlineState: InlineState, node: DocumentNode, around: Around) => Run[];

const inlines: Record<string, ReadInline> = {
  link: (inlineState, node, { style }) => {
    const target = inlineState.references.targetOf(refOf(node));
    const linked = { style: target ? { ...style, color: colors.link } : style, target };
    const runs = runsOf(inlineState, node.nodes, linked);
    return runs.some(({ text, image }) => text || image) ? runs : referenceRun(inlineState, node, linked);
  },
  'inline-image': ({ references }, node, { style, target }) => {
    const ref = refOf(node);
    const text = dataText(node, 'alt') || dataText(node, 'caption') || references.nameOf(ref);
    const run = { ...plainRun(`[${text}]`, style, target ?? references.targetOf(ref)) };
    return [
      ref?.kind === 'file' ? { ...run, image: String(ref.file), isLineHeight: dataText(node, 'size') === 'line' } : run,
    ];
  },
  element: (inlineState, node, around) => runsOf(inlineState, node.nodes, around),
  emoji: (_, node, { style, target }) => [plainRun(emojiText(dataText(node, 'code')), style, target)],
  icon: (_, node, { style, target }) => [plainRun(`[${dataText(node, 'icon')}]`, style, target)],
  expression: (_, node, { style, target }) => [
    plainRun(dataText(node, 'expression'), { ...style, mono: true }, target),
  ],
  'inline-math': (_, node, { style, target }) => [
    plainRun(dataText(node, 'formula'), { ...style, mono: true }, target),
  ],
  mention: (inlineState, node, { style }) => {
    const target = inlineState.references.targetOf(refOf(node));
    const at = refOf(node)?.kind === 'user' ? '@' : '';
    const text = at + inlineState.references.nameOf(refOf(node));
    return [plainRun(text, target ? { ...style, color: colors.link } : style, target)];
  },
  button: ({ references }, node, { style }) => [
    plainRun(
      `[ ${dataText(node, 'label') || references.nameOf(refOf(node))} ]`,
      { ...style, bold: true, color: colors.link },
      references.targetOf(refOf(node)),
    ),
  ],
  annotation: (inlineState, node, around) => [
    ...runsOf(inlineState, node.nodes, around),
    plainRun(`[${inlineState.note(node)}]`, { ...around.style, raised: 'super', color: colors.muted }),
  ],
};

function otherInline(inlineState: InlineState, node: DocumentNode, around: Around): Run[] {
  const inside = [...(node.nodes ?? []), ...(node.fragments ?? [])];
  if (inside.length > 0) return runsOf(inlineState, inside, around);
  return [plainRun(`[${node.type ?? node.object}]`, around.style, around.target)];
}

function referenceRun({ references }: InlineState, node: DocumentNode, { style, target }: Around): Run[] {
  return [plainRun(references.nameOf(refOf(node)), style, target)];
}

type Leaf = NonNullable<DocumentNode['leaves']>[number];

function leafRun({ text, marks = [] }: Leaf, { style, target }: Around): Run {
  return plainRun(text, Object.assign({}, style, ...marks.map(markStyle)) as RunStyle, target);
}

const marks: Record<string, RunStyle> = {
  bold: { bold: true },
  italic: { italic: true },
  strikethrough: { strike: true },
  code: { mono: true, background: colors.shade },
  keyboard: { mono: true, background: colors.line },
  superscript: { raised: 'super' },
  subscript: { raised: 'sub' },
};

function markStyle({ type, data }: NonNullable<Leaf['marks']>[number]): RunStyle {
  if (type !== 'color') return Object.hasOwn(marks, type) ? marks[type]! : {};
  const [text, background] = [colorByName.get(data?.text), colorByName.get(data?.background)];
  return { ...(text && { color: text }), ...(background && { background: paler(background) }) };
}

/** Text colors by `DocumentTextColor`; `default` has none. */
const colorByName = new Map<unknown, Color>(
  Object.entries<Color>({
    green: colors.success,
    blue: colors.info,
    red: colors.danger,
    orange: [0.85, 0.45, 0.1],
    yellow: [0.72, 0.55, 0],
    purple: [0.5, 0.25, 0.75],
    $primary: colors.info,
    $info: colors.info,
    $success: colors.success,
    $warning: colors.warning,
    $danger: colors.danger,
  }),
);

function paler(color: Color): Color {
  const [red, green, blue] = color.map((part) => 1 - (1 - part) * 0.2);
  return [red!, green!, blue!];
}
