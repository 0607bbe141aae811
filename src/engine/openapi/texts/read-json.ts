import type { Json } from '../../base/types.js';
import { lineNumberAt, UnreadableDocument } from '../problem.js';

/**
 * Reads JSON. Rejects objects with a repeated name, because it is unclear which of the values is meant.
 * @throws UnreadableDocument with the line
 */
export function readJson(text: string): Json {
  const value = parseText(text);
  const twice = findDuplicateName(text);
  if (twice)
    throw new UnreadableDocument([`line ${lineNumberAt(text, twice.at)}: the name ${twice.name} is repeated here`]);
  return value;
}

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    const { message } = error as Error;
    const at = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    throw new UnreadableDocument([`line ${lineNumberAt(text, at)}: this is not JSON: ${message}`]);
  }
}

/**
 * Returns the first name that occurs twice in an object, with its offset; null if there is none. The text must be valid
 * JSON.
 */
function findDuplicateName(text: string): { name: string; at: number } | null {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === braceOpen) open.push(new Set());
    else if (sign === bracketOpen) open.push(null);
    else if (sign === braceClose || sign === bracketClose) open.pop();
    else if (sign === quote) {
      const end = endOfString(text, at);
      const names = open.at(-1);
      if (names && isName(text, end)) {
        const name = text.slice(at, end);
        if (names.has(name)) return { name, at };
        names.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

const [braceOpen, braceClose, bracketOpen, bracketClose, quote, backslash, colon] = [...'{}[]"\\:'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number, number];

/** Returns the offset after a string, given the offset of its opening quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 32) at += 1;
  return text.charCodeAt(at) === colon;
}
