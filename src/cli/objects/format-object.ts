import { type Cell, formatCell, formatTable } from './format-table.js';

/** A member of an object that `show` prints. */
type PrintedValue = Cell | PrintedObject | readonly PrintedValue[];

/** An object that `show` prints. */
interface PrintedObject {
  [name: string]: PrintedValue;
}

/**
 * Formats an object as aligned lines, each with a name and a value. A nested object is one line with its values. A list
 * of objects has one line per object; only the first line has the name.
 */
export function formatObject(object: object): string {
  return formatTable(Object.entries(object as PrintedObject).flatMap(([name, value]) => formatMember(name, value)));
}

function formatMember(name: string, value: PrintedValue): Cell[][] {
  if (!isList(value)) return [[name, formatLine(value)]];
  if (value.length === 0) return [[name, null]];
  return value.map((item, index) => [index === 0 ? name : ' ', formatLine(item)]);
}

function formatLine(value: PrintedValue): string {
  if (isList(value)) return value.map(formatLine).join(', ') || '-';
  if (typeof value !== 'object' || value === null) return formatCell(value);
  const texts = Object.entries(value).map(([name, item]) =>
    namelessMembers.has(name) ? formatLine(item) : `${name}: ${formatLine(item)}`,
  );
  return texts.join('  ');
}

/** Members of a nested object that are printed without their name. */
const namelessMembers: ReadonlySet<string> = new Set(['id', 'title', 'displayName', 'email']);

function isList(value: PrintedValue): value is readonly PrintedValue[] {
  return Array.isArray(value);
}
