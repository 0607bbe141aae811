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
 * A value as JSON: as text, and if it is long as bytes, which are printed in as many turns of the event loop as that takes. A value
 * is long when it has a long list or object that is not within another list.
 * @param isKnownLong whether it is long anyway: then it is cut wherever it is heavy, also within the items of its lists
 */
export function printJson(value: unknown, isKnownLong = false): string | Promise<Buffer> {
  return isKnownLong || isLong(value) ? printLong(value, isKnownLong ? isHeavy : isLong) : JSON.stringify(value);
}

/** JSON that was printed, as bytes; what is bytes already is not copied. */
export function bytesOf(json: string | Buffer): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json;
}

function isLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof LaterList) return true;
  if (Array.isArray(value)) return value.length > longList;
  let members = 0;
  for (const name in value) if (++members > longList || isLong((value as Record<string, unknown>)[name])) return true;
  return false;
}

/** Values and characters that are printed at once, within a millisecond. */
const atOnce = { values: 1_000, characters: 65_536 };

/** Whether a value is too much to be printed at once. */
function isHeavy(value: unknown): boolean {
  let [values, characters] = [0, 0];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof LaterList) return true;
    if (typeof next === 'string') characters += next.length;
    else if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
    if (++values + open.length > atOnce.values || characters > atOnce.characters) return true;
  }
  return false;
}

/** @param isCut whether a value is printed member by member */
async function printLong(value: unknown, isCut: (value: unknown) => boolean): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = '';
  const print = (part: unknown): void | Promise<void> => {
    if (typeof part === 'object' && part !== null && isCut(part)) return printEach(part);
    printWhole(part);
  };
  const printWhole = (part: unknown): void => {
    text += JSON.stringify(part) ?? 'null';
    if (text.length > pieceLength) cut();
  };
  const printEach = async (part: object): Promise<void> => {
    const isList = part instanceof LaterList || Array.isArray(part);
    const { items, make } = part instanceof LaterList ? part : { items: entriesOf(part), make: undefined };
    text += isList ? '[' : '{';
    let mark = '';
    await eachInTurns(items, (item) => {
      const [name, member] = isList ? [undefined, make ? make(item) : item] : (item as [string, unknown]);
      text += name === undefined ? mark : `${mark}${JSON.stringify(name)}:`;
      mark = ',';
      return isList && isCut === isLong ? printWhole(member) : print(member);
    });
    text += isList ? ']' : '}';
  };
  const cut = (): void => {
    pieces.push(Buffer.from(text));
    text = '';
  };
  await print(value);
  cut();
  return Buffer.concat(pieces);
}

/** The items of a list, or the members of an object that JSON has. */
function entriesOf(part: object): unknown[] {
  return Array.isArray(part) ? part : Object.entries(part).filter(([, member]) => member !== undefined);
}

/** Characters that become bytes at once. */
const pieceLength = 65_536;
