import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { MergedSchema } from '../reading/shape.js';

const maxListedValues = 20;

/** Returns the constraints of a schema that are shown next to its type, each as a text. */
export function constraintTexts(
  { parts, values, bounds, otherKeywords, items }: MergedSchema,
  reader: (items: NonNullable<MergedSchema['items']>) => MergedSchema,
): string[] {
  const words = membersOrEmpty(parts[0]?.value);
  const constraints: string[] = [];
  if (values) constraints.push(`One of: ${listValues(values)}`);
  // For a list, the values of its items are shown, because primitive items are not shown as members.
  const each = items && reader(items).values;
  if (each) constraints.push(`Each one of: ${listValues(each)}`);
  if (words.default !== undefined) constraints.push(`Default: ${summarizeValue(words.default)}`);
  if (words.readOnly === true) constraints.push('Only in responses');
  if (words.writeOnly === true) constraints.push('Only in requests');
  for (const [name, bound] of bounds) constraints.push(`${name}: ${bound}`);
  for (const name of ['pattern', 'multipleOf', 'uniqueItems']) {
    const value = otherKeywords.get(name);
    if (value !== undefined && value !== false) constraints.push(`${name}: ${summarizeValue(value)}`);
  }
  return constraints;
}

function listValues(values: ReadonlyMap<string, Json>): string {
  const all = [...values.values()].slice(0, maxListedValues).map(summarizeValue);
  const more = values.size - all.length;
  return all.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Formats a value without the content of lists and objects. */
function summarizeValue(value: Json): string {
  if (typeof value === 'object' && value !== null) {
    const isNone = Object.keys(value).length === 0;
    return Array.isArray(value) ? (isNone ? '[]' : '[…]') : isNone ? '{}' : '{…}';
  }
  return String(value).slice(0, 200).toWellFormed();
}
