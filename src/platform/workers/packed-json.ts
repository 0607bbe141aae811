import { forEachYielding } from './event-loop.js';
import { decodeYielding } from './large-texts.js';
import { bytesAt, type PackedTexts, packTexts, textAt } from './packed-texts.js';

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/**
 * A piece of a packed value: some members of an object, or some items of a list, with the path of that object or list.
 */
interface Piece {
  at: (string | number)[];
  json: string;
  /**
   * Set if the piece is one large string at that path. In this case `json` contains the string itself, because parsing
   * it as JSON would take long.
   */
  isText?: true;
}

/**
 * A large JSON value in a message from a thread, in pieces. Each piece is parsed within one time slice. A plain message
 * would be deserialized at once, which takes a hundred milliseconds for the hundreds of thousands of objects of a large
 * document.
 */
export interface PackedJson {
  isList: boolean;
  pieces: Piece[];
}

/** Number of characters in a piece. It is parsed within a few milliseconds. */
const pieceLength = 65_536;

/** Packs an object or a list. */
export function packJson(value: object): PackedJson {
  const pieces: Piece[] = [];
  packInto(pieces, value as Value[], []);
  return { isList: Array.isArray(value), pieces };
}

/** Returns the packed value, with its members in order. Parses it in time slices of the event loop. */
export function unpackJson(packed: PackedJson): Promise<object> {
  return unpack(packed, ({ json }) => json);
}

/**
 * Assembles a value from its pieces.
 * @param read returns the text of a piece; called for the pieces in order
 */
async function unpack<One extends Omit<Piece, 'json'>>(
  { isList, pieces }: { isList: boolean; pieces: readonly One[] },
  read: (piece: One, index: number) => string | Promise<string>,
): Promise<object> {
  const whole: Value[] | { [name: string]: Value } = isList ? [] : {};
  const find = (path: Piece['at']): Value =>
    path.reduce<Value>((above, name) => (above as Value[])[name as number]!, whole);
  const add = ({ at, isText }: One, text: string): void => {
    const target = find(isText ? at.slice(0, -1) : at);
    const members = isText ? { [at.at(-1)!]: text } : (JSON.parse(text) as Value[] | object);
    if (Array.isArray(target)) for (const item of Object.values(members) as Value[]) target.push(item);
    else for (const [name, member] of Object.entries(members)) setOwn(target as object, name, member);
  };
  await forEachYielding(pieces.entries(), ([index, piece]) => {
    const text = read(piece, index);
    return typeof text === 'string' ? add(piece, text) : text.then((read) => add(piece, read));
  });
  return whole;
}

/** Packed JSON whose texts are in one buffer, which is transferred to another thread without copying. */
export interface TransferableJson {
  isList: boolean;
  pieces: Omit<Piece, 'json'>[];
  texts: PackedTexts;
}

/** Converts packed JSON to the form that can be transferred to another thread. */
export function toTransferable({ isList, pieces }: PackedJson): TransferableJson {
  return {
    isList,
    pieces: pieces.map(({ json: _, ...piece }) => piece),
    texts: packTexts(pieces.map(({ json }) => json)),
  };
}

/** Returns the transferred value, as `unpackJson` does. */
export function unpackTransferable({ isList, pieces, texts }: TransferableJson): Promise<object> {
  return unpack({ isList, pieces }, ({ isText }, index) =>
    isText ? decodeYielding(bytesAt(texts, index)) : textAt(texts, index),
  );
}

function packInto(pieces: Piece[], value: Value[] | { [name: string]: Value }, at: Piece['at']): void {
  const isList = Array.isArray(value);
  let [texts, length]: [string[], number] = [[], 0];
  const add = (name: string, text: string): void => {
    texts.push(isList ? text : `${JSON.stringify(name)}:${text}`);
    length += text.length;
    if (length >= pieceLength) flush();
  };
  const flush = (): void => {
    if (texts.length > 0) pieces.push({ at, json: isList ? `[${texts.join()}]` : `{${texts.join()}}` });
    [texts, length] = [[], 0];
  };
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && inner.length > pieceLength) {
      flush();
      pieces.push({ at: [...at, isList ? Number(name) : name], json: inner, isText: true });
      continue;
    }
    const text = JSON.stringify(inner);
    const isLarge = text.length > pieceLength && typeof inner === 'object' && inner !== null;
    add(name, isLarge ? (Array.isArray(inner) ? '[]' : '{}') : text);
    if (!isLarge) continue;
    flush();
    packInto(pieces, inner, [...at, isList ? Number(name) : name]);
  }
  flush();
}

/** Sets an own property. An assignment would treat `__proto__` as the prototype. */
function setOwn(target: object, name: string, value: Value): void {
  Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}
