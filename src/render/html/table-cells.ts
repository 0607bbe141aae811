import { isMembers, type Members, membersOrEmpty } from '../../engine/base/members.js';
import type { ContentRef, Json } from '../../engine/base/types.js';
import type { DocumentNode } from '../../engine/text/document/node-shape.js';
import { inlinesHtml, referenceNameHtml } from './inlines.js';
import { boxHtml } from './lists.js';
import { type Content, element, linkTo, placeholderHtml } from './markup.js';
import { alignClass } from './presentation.js';
import type { Column, Table } from './table.js';
import { valueText } from './values.js';

/** Renders the cell of a row in a column. The cell is empty if it has no value. */
export function cellHtml(table: Table, row: Members, { id, definition }: Column): Content {
  const value = Object.hasOwn(row, id) ? row[id] : undefined;
  if (value === undefined || value === null) return null;
  const type = valueText(definition.type);
  const known = Object.hasOwn(cells, type) ? cells[type]! : textCell;
  return known({ table, value, definition });
}

/** Returns the reference in a value, or the value if it is a reference; undefined for any other value. */
export function referenceIn(value: Json | undefined): ContentRef | undefined {
  if (!isMembers(value)) return undefined;
  if (typeof value.kind === 'string') return value as ContentRef;
  return referenceIn(value.ref);
}

/** Returns the image in a value: a reference, a reference with its text, or the first of several files. */
export function imageIn(value: Json | undefined): { ref: ContentRef; alt: string } | undefined {
  const [file] = Array.isArray(value) ? value : [];
  const ref = typeof file === 'string' ? { kind: 'file', file } : referenceIn(value);
  const { alt } = membersOrEmpty(value);
  return ref && { ref, alt: typeof alt === 'string' ? alt : '' };
}

interface Cell {
  table: Table;
  value: Json;
  definition: Members;
}

const cells: Record<string, (cell: Cell) => Content> = {
  checkbox: ({ value }) => boxHtml(value === true, ['No', 'Yes']),
  rating: ({ value, definition }) => ratingHtml(value, definition.max),
  select({ value, definition }) {
    const options = Array.isArray(definition.options) ? definition.options.map(membersOrEmpty) : [];
    const label = (one: Json) => valueText(options.find((option) => option.value === one)?.label ?? one);
    return commaSeparated(toArray(value).map((one) => element('span', { class: 'tag' }, label(one))));
  },
  users: ({ value }) => commaSeparated(toArray(value).map((id) => `@${valueText(id)}`)),
  files: ({ value }) =>
    commaSeparated(
      toArray(value).map((file) => linkedName(referenceIn(file) ?? { kind: 'file', file: valueText(file) })),
    ),
  'content-ref': (cell) => refCell(cell),
  image(cell) {
    const image = imageIn(cell.value);
    return image ? placeholderHtml({ placeholder: 'image', image }) : textCell(cell);
  },
};

/**
 * Renders a text value. The value is the name of the fragment that contains the text. A number, or a text that is not
 * the name of a fragment, is rendered unchanged.
 */
function textCell(cell: Cell): Content {
  const { table, value } = cell;
  const fragment = typeof value === 'string' ? table.fragments.get(value) : undefined;
  return fragment ? fragmentHtml(table, fragment.nodes) : refCell(cell);
}

/** Renders a single paragraph as inline text, and other content as blocks. */
function fragmentHtml({ renderState }: Table, nodes: readonly DocumentNode[] = []): Content {
  const [node, ...more] = nodes;
  const isText = node?.type === 'paragraph' && more.length === 0 && !alignClass(node);
  return isText ? inlinesHtml(renderState, node.nodes) : renderState.blocks(nodes);
}

function refCell({ value }: Cell): Content {
  const ref = referenceIn(value);
  return ref ? linkedName(ref) : commaSeparated(toArray(value).map(valueText));
}

function linkedName(ref: ContentRef): Content {
  return linkTo(ref, {}, referenceNameHtml(ref));
}

/** Maximum number of stars to show. A higher rating is shown only as numbers. */
const maxStars = 10;

function ratingHtml(value: Json, max: Json | undefined): Content {
  const words = max === undefined ? valueText(value) : `${valueText(value)} of ${valueText(max)}`;
  if (!isStars(value) || !isStars(max) || value > max) return words;
  const stars = element('span', { 'aria-hidden': 'true' }, '★'.repeat(value) + '☆'.repeat(max - value));
  return element('span', { class: 'rating' }, stars, ' ', element('span', { class: 'visually-hidden' }, words));
}

function isStars(value: Json | undefined): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxStars;
}

function commaSeparated(contents: Content[]): Content {
  return contents.flatMap((content, index) => (index === 0 ? [content] : [', ', content]));
}

function toArray(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}
