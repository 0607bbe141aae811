import { type GraphQLEnumType, type GraphQLScalarType, isEnumType } from 'graphql';
import type { Json } from '../../../engine/base/types.js';
import { printJson } from '../../../platform/workers/long-json.js';
import { restExtension } from '../../inputs/extensions.js';
import { documentedValues } from '../documents/enums.js';
import type { Output } from './output.js';
import { identity, type PendingPrint, type Printer } from './printer.js';

/** Prints the page information of a connection: the cursor of the next page, or nothing on the last page. */
export const printPage: Printer = {
  pick(value) {
    const { hasNextPage, endCursor } = (value ?? {}) as { hasNextPage?: boolean; endCursor?: string };
    return hasNextPage && endCursor != null ? { page: endCursor } : undefined;
  },
  print: printValue,
};

/**
 * Compiles the printer of a scalar or enum: enum values by their documented names, other values as the scalar defines.
 */
export function compileLeaf(type: GraphQLScalarType | GraphQLEnumType): Printer {
  if (isEnumType(type)) return enumPrinter(documentedValues(type));
  const { print } = restExtension(type);
  return { pick: print ? (value) => (value == null ? value : print(value as Json)) : identity, print: printValue };
}

function enumPrinter(documented: ReadonlyMap<string, string>): Printer {
  return { pick: (value) => (value == null ? value : documented.get(value as string)), print: printValue };
}

/** Characters in text that JSON must escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const escaped = /[\u0000-\u001f"\\\ud800-\udfff]/;

/** Returns a text as a JSON string. Most texts contain no character to escape, so they only need quotes. */
function quoteText(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`;
}

function printValue(value: unknown, out: Output): PendingPrint {
  if (typeof value === 'string') out.text += quoteText(value);
  else if (typeof value === 'object') return printObject(value, out);
  else out.text += JSON.stringify(value) ?? 'null';
  return undefined;
}

function printObject(value: object | null, out: Output): PendingPrint {
  const json = printJson(value);
  if (typeof json !== 'string') return json.then((bytes) => out.addBytes(bytes));
  out.text += json;
  return undefined;
}
