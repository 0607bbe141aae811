import { chunksOf } from '../arrays/chunks-of.js';
import { flatMapYielding } from './event-loop.js';

/**
 * A list in a message from a thread, as JSON texts of some items each. A message is deserialized at once, and tens of
 * thousands of objects would take a hundred milliseconds. Copying texts takes almost no time.
 */
export interface PackedList<Item> {
  pieces: string[];
  /** Type of the items; never set. */
  items?: Item[];
}

/** Items of a piece. Many small items are parsed within a millisecond. */
const pieceLength = 500;

/** Packs a list of JSON values. */
export function packList<Item>(items: readonly Item[]): PackedList<Item> {
  return { pieces: chunksOf(items, pieceLength).map((piece) => JSON.stringify(piece)) };
}

/** Returns the items of a list. Parses them in time slices of the event loop. */
export function unpackList<Item>({ pieces }: PackedList<Item>): Promise<Item[]> {
  return flatMapYielding(pieces, (piece) => JSON.parse(piece) as Item[]);
}
