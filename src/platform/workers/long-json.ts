import { forEachYielding } from './event-loop.js';

/** Number of characters that can be serialized within a millisecond. Longer values are serialized in time slices. */
const longValue = 65_536;

/**
 * Serializes a value as JSON. Returns a short value as text. Serializes a longer value in time slices of the event
 * loop, and returns bytes. A single string is serialized at once, regardless of its length.
 */
export function printJson(value: unknown): string | Promise<Buffer> {
  return isLong(value) ? printLong(value) : JSON.stringify(value);
}

/** Returns serialized JSON as bytes. Bytes are not copied. */
export function jsonToBuffer(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json;
}

function isLong(value: unknown): boolean {
  return remaining(value, longValue) < 0;
}

/**
 * Subtracts the approximate length of a value from a budget of characters. The result is below 0 if the budget is
 * exceeded.
 */
function remaining(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (typeof value !== 'object' || value === null) return budget - 8;
  let left = budget - 8;
  if (Array.isArray(value)) for (let at = 0; at < value.length && left >= 0; at++) left = remaining(value[at], left);
  else for (const name in value) if (left >= 0) left = remaining((value as Record<string, unknown>)[name], left);
  return left;
}

async function printLong(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  let depth = 0;
  const print = async (part: unknown): Promise<void> => {
    if (typeof part !== 'object' || part === null || depth === maxDepth || !isLong(part))
      return add(JSON.stringify(part) ?? 'null');
    depth++;
    if (Array.isArray(part)) await printItems(part);
    else await printMembers(part);
    depth--;
  };
  const printItems = async (items: readonly unknown[]): Promise<void> => {
    let mark = '[';
    await forEachYielding(items, (item) => {
      text += mark;
      mark = ',';
      return print(item);
    });
    text += items.length === 0 ? '[]' : ']';
  };
  const printMembers = async (object: object): Promise<void> => {
    let mark = '{';
    await forEachYielding(Object.entries(object), ([name, member]) => {
      if (member === undefined) return;
      text += `${mark}${JSON.stringify(name)}:`;
      mark = ',';
      return print(member);
    });
    text += mark === '{' ? '{}' : '}';
  };
  const add = (more: string): void => {
    text += more;
    if (text.length > pieceLength) cut();
  };
  const cut = (): void => {
    pieces.push(Buffer.from(text));
    text = '';
  };
  await print(value);
  cut();
  return Buffer.concat(pieces);
}

/**
 * Maximum depth of values that are serialized in time slices, because each such level uses stack space. Deeper values
 * are serialized at once.
 */
const maxDepth = 100;

/** Number of characters that are converted to bytes at a time. */
const pieceLength = 65_536;
