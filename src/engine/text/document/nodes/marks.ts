import { type Color, colors, type Mark } from './nodes.js';

/** A mark as one word, so that sets of marks can be compared; that of a colour holds its text and background. */
export type MarkName = Exclude<Mark['type'], 'color'> | `color ${Color} ${Color}`;

/** The marks around a piece of text. */
export type Marks = ReadonlySet<MarkName>;

/** All marks, in the order in which a leaf lists them. */
const order: readonly Mark['type'][] = [
  'bold',
  'italic',
  'strikethrough',
  'code',
  'keyboard',
  'subscript',
  'superscript',
  'color',
];

/** Marks in the order in which a leaf lists them. */
export function orderedMarks(marks: Marks): MarkName[] {
  return [...marks].sort((one, other) => order.indexOf(typeOf(one)) - order.indexOf(typeOf(other)));
}

/** The name of a mark; undefined for one that the contract has not. */
export function markName(mark: { type?: unknown; data?: unknown }): MarkName | undefined {
  if (mark.type !== 'color') return order.find((type) => type === mark.type) as MarkName | undefined;
  const { text, background } = (mark.data ?? {}) as Record<string, unknown>;
  return isColor(text) && isColor(background) ? `color ${text} ${background}` : undefined;
}

/** The mark of a name, as the contract has it. */
export function markOf(name: MarkName): Mark {
  const [type, text, background] = name.split(' ') as [Mark['type'], Color, Color];
  return type === 'color' ? { object: 'mark', type, data: { text, background } } : { object: 'mark', type };
}

/** Marks with one more; text has one colour, that of the innermost mark. */
export function withMark(marks: Marks, name: MarkName): Marks {
  return new Set([...marks].filter((other) => typeOf(name) !== 'color' || typeOf(other) !== 'color')).add(name);
}

/** What two neighbours share; a line break or image between them has these marks, none of its own. Code never spans it. */
export function sharedMarks(before: Marks, after: Marks): Marks {
  return new Set([...before].filter((name) => name !== 'code' && after.has(name)));
}

/** Whether a value is a colour of the contract. */
export function isColor(value: unknown): value is Color {
  return colors.includes(value as Color);
}

function typeOf(name: MarkName): Mark['type'] {
  return (name.startsWith('color') ? 'color' : name) as Mark['type'];
}
