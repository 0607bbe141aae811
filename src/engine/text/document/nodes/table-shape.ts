import { ownMember } from '../../../base/own-member.js';
import { listAt, type Members, membersAt, refuse, refuseUnwritable, scalarText, textAt } from './shape.js';

/** A column that Markdown can express: its title and alignment. */
export interface Column {
  id: string;
  title: string;
  /** Alignment in Markdown's syntax tree; null means `left`. */
  align: 'center' | 'right' | null;
  pointer: string;
}

/** Content of a cell, and whether a record uses it. */
export interface CellFragment {
  nodes: unknown;
  pointer: string;
  used: boolean;
}

const alignments = new Map<unknown, Column['align']>([
  ['left', null],
  ['center', 'center'],
  ['right', 'right'],
]);

/**
 * Returns the columns of a table in the order of its view. Refuses views, columns and widths that Markdown cannot
 * express.
 */
export function columnsAt(data: Members, pointer: string): Column[] {
  const view = membersAt(data.view, `${pointer}/view`);
  if (view.type !== 'grid') refuse(`${pointer}/view/type`, 'must be "grid": Markdown has no other view', view.type);
  refuseUnwritable(view, `${pointer}/view`, ['type', 'columns', 'columnWidths', 'hideHeader', 'useNewSizing']);
  const definitions = membersAt(data.definition, `${pointer}/definition`);
  const ids = listAt(view.columns, `${pointer}/view/columns`);
  if (ids.length === 0) refuse(`${pointer}/view/columns`, 'must not be empty: Markdown has no table without columns');
  const columns = ids.map((id) => columnAt(definitions, scalarText(id), `${pointer}/definition`));
  const hidden = Object.keys(definitions).find((id) => !ids.includes(id));
  if (hidden !== undefined) refuse(`${pointer}/definition/${hidden}`, 'must be among the columns of the view');
  if (new Set(ids).size < ids.length) refuse(`${pointer}/view/columns`, 'must not name a column twice', ids);
  if (view.hideHeader === true && columns.some((column) => column.title)) {
    refuse(`${pointer}/view/hideHeader`, 'must be false, or all titles empty: Markdown always shows the header');
  }
  return columns;
}

/** Returns the records of a table, sorted by `orderIndex`, each with its values and their pointer. */
export function recordsAt(
  value: unknown,
  { pointer, columns }: { pointer: string; columns: readonly { id: string }[] },
) {
  const known = new Set(columns.map((column) => column.id));
  const records = Object.entries(membersAt(value, pointer)).map(([id, entry]) => {
    const record = membersAt(entry, `${pointer}/${id}`);
    const at = `${pointer}/${id}/values`;
    const values = membersAt(record.values, at);
    const stray = Object.keys(values).find((name) => values[name] !== null && !known.has(name));
    if (stray !== undefined) refuse(`${at}/${stray}`, 'must belong to a column of the view');
    return { order: textAt(record.orderIndex, `${pointer}/${id}/orderIndex`), values, at };
  });
  return records.sort((left, right) => (left.order < right.order ? -1 : left.order > right.order ? 1 : 0));
}

/** Returns the fragments of a table by name. */
export function fragmentsAt(value: unknown, pointer: string): Map<string, CellFragment> {
  const fragments = new Map<string, CellFragment>();
  for (const [index, entry] of listAt(value, pointer).entries()) {
    const at = `${pointer}/${index}`;
    const fragment = membersAt(entry, at);
    const name = textAt(fragment.fragment, `${at}/fragment`);
    if (fragments.has(name)) refuse(`${at}/fragment`, 'must be unique within the table', name);
    fragments.set(name, { nodes: fragment.nodes, pointer: at, used: false });
  }
  return fragments;
}

function columnAt(definitions: Members, id: string, pointer: string): Column {
  const at = `${pointer}/${id}`;
  const definition = membersAt(ownMember(definitions, id), at);
  if (definition.type !== 'text') refuse(`${at}/type`, 'must be "text": Markdown has no other column', definition.type);
  refuseUnwritable(definition, at, ['id', 'title', 'type', 'textAlignment']);
  const align = alignments.get(definition.textAlignment ?? 'left');
  if (align === undefined) refuse(`${at}/textAlignment`, 'must be left, center or right', definition.textAlignment);
  return { id, title: textAt(definition.title, `${at}/title`), align, pointer: `${at}/title` };
}
