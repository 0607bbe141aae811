import type { Html } from 'mdast';
import { ownMember } from '../../../base/own-member.js';
import {
  dataAt,
  listAt,
  type Members,
  membersAt,
  refuse,
  refuseUnwritable,
  scalarText,
  textAt,
} from '../nodes/shape.js';
import { type CellFragment, fragmentsAt, recordsAt } from '../nodes/table-shape.js';
import { escapeHtml, openTag } from '../syntax/html-tree.js';
import { cellKinds } from './cells.js';
import { htmlOfBlocks } from './html-blocks.js';
import type { BlockContext } from './kind.js';
import { maxCells } from './write-table.js';

type Attributes = { [name: string]: string | number | boolean | undefined };

/** A column of an HTML table: its type, its header cell, and the attributes of its cells. */
interface Column {
  id: string;
  type: string;
  head: string;
  attributes: Attributes;
}

const roles = {
  targetDefinition: 'data-card-target',
  coverDefinition: 'data-card-cover',
  coverDefinitionDark: 'data-card-cover-dark',
} as const;

/**
 * Reports whether only HTML can express a table. This is the case for cards, full width, column widths, hidden columns
 * or headers, columns that are not text, and blocks in cells.
 */
export function needsHtml(block: Members, pointer: string): boolean {
  const data = membersAt(block.data, `${pointer}/data`);
  const view = membersAt(data.view, `${pointer}/data/view`);
  const definitions = membersAt(data.definition, `${pointer}/data/definition`);
  const columns = listAt(view.columns, `${pointer}/data/view/columns`);
  const columnDefinitions = Object.keys(definitions).map((id) =>
    membersAt(definitions[id], `${pointer}/data/definition/${id}`),
  );
  if (view.type === 'cards' || data.fullWidth === true || columnDefinitions.length > columns.length) return true;
  if (view.columnWidths && Object.keys(membersAt(view.columnWidths, `${pointer}/data/view/columnWidths`)).length > 0)
    return true;
  if (view.hideHeader === true && columnDefinitions.some((definition) => definition.title !== '')) return true;
  if (columnDefinitions.some(({ type, verticalAlignment }) => type !== 'text' || verticalAlignment)) return true;
  return listAt(block.fragments, `${pointer}/fragments`).some((entry, index) => {
    const at = `${pointer}/fragments/${index}/nodes`;
    const nodes = listAt(membersAt(entry, `${pointer}/fragments/${index}`).nodes, at);
    return nodes.length > 1 || nodes.some((node, n) => !isPlainParagraph(membersAt(node, `${at}/${n}`)));
  });
}

/** Writes a table as HTML on one line. */
export function writeHtmlTable(site: BlockContext): Html {
  const { block, pointer } = site;
  const data = dataAt(block, pointer, ['view', 'records', 'definition', 'fullWidth']);
  const view = membersAt(data.view, `${pointer}/data/view`);
  const columns = columnsOf(data, view, `${pointer}/data`);
  const records = recordsAt(data.records, { pointer: `${pointer}/data/records`, columns });
  if (columns.length * records.length > maxCells) {
    refuse(pointer, `must have at most ${maxCells} cells`, columns.length * records.length);
  }
  const fragments = fragmentsAt(block.fragments, `${pointer}/fragments`);
  const rows = records.map(({ values, at }) => {
    const cells = columns.map((column) =>
      cellHtml(site, ownMember(values, column.id), { column, fragments, pointer: `${at}/${column.id}` }),
    );
    return `<tr>${cells.join('')}</tr>`;
  });
  const [unused] = [...fragments.values()].filter((fragment) => !fragment.used);
  if (unused) refuse(unused.pointer, 'must be the cell of a record');
  const table = openTag('table', {
    ...viewAttributes(view, `${pointer}/data/view`),
    'data-full-width': data.fullWidth ? 'true' : undefined,
  });
  const head = columns.map((column) => column.head).join('');
  return { type: 'html', value: `${table}<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>` };
}

function isPlainParagraph({ type, data }: Members): boolean {
  const align = (data as Members | undefined)?.align;
  return type === 'paragraph' && (align === undefined || align === null || align === 'start');
}

function viewAttributes(view: Members, pointer: string): Attributes {
  if (view.type === 'grid') {
    refuseUnwritable(view, pointer, ['type', 'columns', 'columnWidths', 'hideHeader', 'useNewSizing']);
    return { 'data-header-hidden': view.hideHeader === true };
  }
  if (view.type !== 'cards') refuse(`${pointer}/type`, 'must be grid or cards', view.type);
  refuseUnwritable(view, pointer, ['type', 'cardSize', 'columns', 'hideColumnTitle', ...Object.keys(roles)]);
  if (view.cardSize !== 'medium' && view.cardSize !== 'large') {
    refuse(`${pointer}/cardSize`, 'must be medium or large', view.cardSize);
  }
  return {
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': view.hideColumnTitle === true,
    'data-view': 'cards',
  };
}

/** Returns the columns in the order of the view, and after them the hidden ones. */
function columnsOf(data: Members, view: Members, pointer: string): Column[] {
  const definitions = membersAt(data.definition, `${pointer}/definition`);
  const visibleIds = listAt(view.columns, `${pointer}/view/columns`).map(scalarText);
  if (new Set(visibleIds).size < visibleIds.length)
    refuse(`${pointer}/view/columns`, 'must not name a column twice', visibleIds);
  const ids = [...visibleIds, ...Object.keys(definitions).filter((id) => !visibleIds.includes(id))];
  if (ids.length === 0) refuse(`${pointer}/definition`, 'must not be empty: Markdown has no table without columns');
  const roleColumns = Object.entries(roles).map(
    ([member, attribute]) => [view[member], attribute, `${pointer}/view/${member}`] as const,
  );
  for (const [id, , at] of roleColumns)
    if (id && !ids.includes(scalarText(id))) refuse(at, 'must be a column of the table', id);
  const widths = view.columnWidths ? membersAt(view.columnWidths, `${pointer}/view/columnWidths`) : {};
  const stray = Object.keys(widths).find((id) => !ids.includes(id));
  if (stray !== undefined) refuse(`${pointer}/view/columnWidths/${stray}`, 'must be a column of the table');
  return ids.map((id) => {
    const flags = roleColumns.filter(([column]) => column === id).map(([, attribute]) => [attribute, true] as const);
    const width = widthAt(ownMember(widths, id), `${pointer}/view/columnWidths/${id}`);
    const attributes = { width, 'data-hidden': !visibleIds.includes(id), ...Object.fromEntries(flags) };
    return columnAt(ownMember(definitions, id), { id, attributes, pointer: `${pointer}/definition/${id}` });
  });
}

function widthAt(value: unknown, pointer: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = scalarText(value);
  if (typeof value !== 'number' || !/^\d{1,9}(?:\.\d{1,15})?$/.test(text))
    refuse(pointer, 'must be a number from 0', value);
  return text;
}

function columnAt(value: unknown, at: { id: string; attributes: Attributes; pointer: string }): Column {
  const definition = membersAt(value, at.pointer);
  const type = textAt(definition.type, `${at.pointer}/type`);
  if (type !== 'text' && !cellKinds.has(type)) {
    refuse(
      `${at.pointer}/type`,
      `must be text, ${[...cellKinds.keys()].join(', ')}: Markdown has no other column`,
      type,
    );
  }
  const own = type === 'text' ? ['textAlignment', 'verticalAlignment'] : type === 'rating' ? ['max'] : [];
  refuseUnwritable(definition, at.pointer, ['id', 'title', 'type', ...own]);
  const cells = type === 'text' ? alignmentAt(definition, at.pointer) : {};
  const kind = { 'data-type': type === 'text' ? undefined : type, 'data-max': maxAt(definition, type, at.pointer) };
  const title = escapeHtml(textAt(definition.title, `${at.pointer}/title`)).replace(/^ | $/g, '&#x20;');
  const head = `${openTag('th', { ...at.attributes, ...cells, ...kind })}${title.replaceAll('&#xA;', '<br>')}</th>`;
  return { id: at.id, type, head, attributes: cells };
}

function maxAt(definition: Members, type: string, pointer: string): string | undefined {
  if (type !== 'rating') return undefined;
  const text = scalarText(definition.max);
  if (typeof definition.max !== 'number' || !/^\d{1,9}$/.test(text))
    refuse(`${pointer}/max`, 'must be a whole number', definition.max);
  return text;
}

function alignmentAt(definition: Members, pointer: string): Attributes {
  const align = definition.textAlignment ?? 'left';
  const valign = definition.verticalAlignment ?? undefined;
  if (!['left', 'center', 'right'].includes(scalarText(align)))
    refuse(`${pointer}/textAlignment`, 'must be left, center or right', align);
  if (valign !== undefined && !['top', 'middle', 'bottom'].includes(scalarText(valign))) {
    refuse(`${pointer}/verticalAlignment`, 'must be top, middle or bottom', valign);
  }
  return {
    align: align === 'left' ? undefined : scalarText(align),
    valign: valign === undefined ? undefined : scalarText(valign),
  };
}

function cellHtml(
  site: BlockContext,
  value: unknown,
  { column, fragments, pointer }: { column: Column; fragments: Map<string, CellFragment>; pointer: string },
): string {
  if (value === undefined || value === null) return `${openTag('td', column.attributes)}</td>`;
  const kind = cellKinds.get(column.type);
  const { html, attributes } = kind
    ? kind.write(site.writeState, value, pointer)
    : { html: textHtml(site, value, { fragments, pointer }), attributes: {} };
  return `${openTag('td', { ...column.attributes, ...attributes })}${html}</td>`;
}

function textHtml(
  site: BlockContext,
  value: unknown,
  { fragments, pointer }: { fragments: Map<string, CellFragment>; pointer: string },
): string {
  if (value === '') return '';
  const fragment = typeof value === 'string' ? fragments.get(value) : undefined;
  if (!fragment) refuse(pointer, "must be the name of one of the table's fragments", value);
  fragment.used = true;
  const at = `${fragment.pointer}/nodes`;
  const html = htmlOfBlocks(site.writeBlocks(fragment.nodes, at, 'cell'));
  return (
    html ?? refuse(at, 'must be text, a list without check boxes, or plain code: a cell in HTML has no other block')
  );
}
