import { eachInTurns } from './turns.js';

/** A list is long from so many items on: shorter ones are printed within a turn of the event loop, whatever is in them. */
export const longList = 50;

/** A long list of an answer whose items are made as they are printed. */
export class LaterList {
  constructor(
    readonly items: readonly unknown[],
    readonly make: (item: unknown) => unknown,
  ) {}

  /** The items, for `JSON.stringify`. */
  toJSON(): unknown[] {
    return this.items.map((item) => this.make(item) ?? null);
  }
}

/**
 * A value as JSON: as text, and where it has a long list that does not lie in another list, as bytes that are printed in as
 * many turns of the event loop as that takes.
 */
export function printJson(value: unknown): string | Promise<Buffer> {
  return isLong(value) ? printLong(value) : JSON.stringify(value);
}

/** JSON that was printed, as bytes; what is bytes already is not copied. */
export function bytesOf(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json;
}

function isLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof LaterList) return true;
  if (Array.isArray(value)) return value.length > longList;
  for (const name in value) if (isLong((value as Record<string, unknown>)[name])) return true;
  return false;
}

async function printLong(value: unknown): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const print = async (part: unknown): Promise<void> => {
    if (!isLong(part)) text += JSON.stringify(part) ?? 'null';
    else if (part instanceof LaterList || Array.isArray(part)) await printItems(part);
    else await printMembers(part as object);
  };
  const printItems = async (list: LaterList | unknown[]): Promise<void> => {
    const { items, make } = list instanceof LaterList ? list : { items: list, make: undefined };
    let mark = '[';
    await eachInTurns(items, (item) => {
      text += mark + (JSON.stringify(make ? make(item) : item) ?? 'null');
      mark = ',';
      if (text.length > pieceLength) cut();
    });
    text += ']';
  };
  const printMembers = async (object: object): Promise<void> => {
    let mark = '{';
    for (const [name, member] of Object.entries(object)) {
      if (member === undefined) continue;
      text += `${mark}${JSON.stringify(name)}:`;
      mark = ',';
      await print(member);
    }
    text += '}';
  };
  const cut = (): void => {
    pieces.push(Buffer.from(text));
    text = '';
  };
  await print(value);
  cut();
  return Buffer.concat(pieces);
}

/** Characters that become bytes at once. */
const pieceLength = 65_536;
