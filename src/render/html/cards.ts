import type { Members } from '../../engine/base/members.js';
import type { Json } from '../../engine/base/types.js';
import { referenceNameHtml } from './inlines.js';
import { type Content, element, type Html, isEmpty, joinContent, linkTo, placeholderHtml } from './markup.js';
import { classes, wideClass } from './presentation.js';
import type { Column, Table } from './table.js';
import { cellHtml, imageIn, referenceIn } from './table-cells.js';

/** Renders the rows of a table as cards, each with a cover, its columns below each other, and a link to the target. */
export function cardsHtml(table: Table): Html {
  const { node, view, rows } = table;
  const size = view.cardSize === 'large' && 'large';
  return element(
    'ul',
    classes('cards', size, wideClass(node)),
    rows.map((row) => cardHtml(table, row)),
  );
}

function cardHtml(table: Table, row: Members): Html {
  const { view, columns } = table;
  const valueIn = (id: Json | undefined) => (typeof id === 'string' && Object.hasOwn(row, id) ? row[id] : undefined);
  const ref = referenceIn(valueIn(view.targetDefinition));
  const cover = imageIn(valueIn(view.coverDefinition));
  const dark = cover && imageIn(valueIn(view.coverDefinitionDark));
  // Columns that are already the card's link or cover are not repeated as fields.
  const used = [ref && view.targetDefinition, cover && view.coverDefinition, dark && view.coverDefinitionDark];
  const fields = columns.filter(({ id }) => !used.includes(id)).map((column) => fieldHtml(table, row, column));
  const image = cover && { ...cover, ...(dark && { refDark: dark.ref }), className: 'card-cover' };
  const link = ref && linkTo(ref, { class: 'card-target' }, referenceNameHtml(ref));
  return element('li', { class: 'card' }, image && placeholderHtml({ placeholder: 'image', image }), fields, link);
}

function fieldHtml(table: Table, row: Members, column: Column): Content {
  const value = joinContent(cellHtml(table, row, column));
  if (isEmpty(value)) return null;
  const isNamed = column.title !== '' && table.view.hideColumnTitle !== true;
  const name = isNamed && [element('span', { class: 'card-field-name' }, column.title), ' '];
  return element('div', { class: 'card-field' }, name, value);
}
