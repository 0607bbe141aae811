import type { Json } from '../../engine/base/types.js';
import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { type Content, element, type Html, joinContent } from './markup.js';
import { valueText } from './values.js';

type Leaf = NonNullable<DocumentNode['leaves']>[number];
type LeafMark = NonNullable<Leaf['marks']>[number];

/** Renders a run of text with its marks and line breaks. */
export function leafHtml({ text, marks = [] }: Leaf): Html {
  const lines = String(text).split(/\r\n?|\n/);
  const broken = lines.flatMap((line, index): Content[] => (index === 0 ? [line] : [element('br', {}), line]));
  return [...marks].sort(innermostFirst).reduce<Html>((inner, mark) => marked(inner, mark), joinContent(broken));
}

/** Returns the classes of a text color and background; undefined if both are the default. */
export function colorClass(text: Json | undefined, background?: Json): string | undefined {
  const names = [classOf('color', text), classOf('background', background)].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

/** HTML elements by mark, in order from the outermost to the innermost. */
const elements = new Map([
  ['bold', 'strong'],
  ['italic', 'em'],
  ['strikethrough', 'del'],
  ['superscript', 'sup'],
  ['subscript', 'sub'],
  ['keyboard', 'kbd'],
  ['code', 'code'],
]);

const order = ['color', ...elements.keys()];

/** Color names of the REST API that have a class; `default` has none. */
const colorNames = new Set('green blue red orange yellow purple primary info success warning danger'.split(' '));

function innermostFirst(left: LeafMark, right: LeafMark): number {
  return order.indexOf(right.type) - order.indexOf(left.type);
}

function marked(inner: Html, { type, data }: LeafMark): Html {
  const name = elements.get(type);
  if (name) return element(name, {}, inner);
  const className = type === 'color' ? colorClass(data?.text, data?.background) : undefined;
  if (className === undefined) return inner;
  return element(className.includes('background-') ? 'mark' : 'span', { class: className }, inner);
}

function classOf(kind: string, color: Json | undefined): string | undefined {
  const name = valueText(color).replace(/^\$/, '');
  return colorNames.has(name) ? `${kind}-${name}` : undefined;
}
