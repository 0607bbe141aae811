import { type Color, colors, type Mark } from './nodes.js';

/**
 * A mark as a string, so that sets of marks can be compared. A color mark contains the text color and the background
 * color.
 */
export type MarkName = Exclude<Mark['type'], 'color'> | `color ${Color} ${Color}`;

/** The marks of a run of text. */
export type Marks = ReadonlySet<MarkName>;

/** All marks, in the order of the marks of a leaf. */
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

/** Returns marks in the order of the marks of a leaf. */
export function orderedMarks(marks: Marks): MarkName[] {
  return [...marks].sort((left, right) => order.indexOf(markType(left)) - order.indexOf(markType(right)));
}

/** Returns the name of a mark; undefined if the REST API does not have it. */
export function markName(mark: { type?: unknown; data?: unknown }): MarkName | undefined {
  if (mark.type !== 'color') return order.find((type) => type === mark.type) as MarkName | undefined;
  const { text, background } = (mark.data ?? {}) as Record<string, unknown>;
  return isColor(text) && isColor(background) ? `color ${text} ${background}` : undefined;
}

/** Returns the mark with this name, in the form of the REST API. */
export function markOf(name: MarkName): Mark {
  const [type, text, background] = name.split(' ') as [Mark['type'], Color, Color];
  return type === 'color' ? { object: 'mark', type, data: { text, background } } : { object: 'mark', type };
}

/** Adds a mark. If several marks set a color, the text has the color of the innermost one. */
export function withMark(marks: Marks, name: MarkName): Marks {
  return new Set([...marks].filter((other) => markType(name) !== 'color' || markType(other) !== 'color')).add(name);
}

/**
 * Returns the marks that two neighbors have in common. A line break or image between them has only these marks. The
 * result never contains `code`, because code cannot contain a line break or image.
 */
export function sharedMarks(before: Marks, after: Marks): Marks {
  return new Set([...before].filter((name) => name !== 'code' && after.has(name)));
}

/** Reports whether a value is a color of the REST API. */
export function isColor(value: unknown): value is Color {
  return colors.includes(value as Color);
}

function markType(name: MarkName): Mark['type'] {
  return (name.startsWith('color') ? 'color' : name) as Mark['type'];
}
