import { chunksOf } from '../arrays/chunks-of.js';
import { flatMapYielding } from './event-loop.js';

/**
 * A list in a message from a thread, as JSON texts with several items each. A plain message would be deserialized at
 * once, which takes a hundred milliseconds for tens of thousands of objects. Copying texts takes almost no time.
 */
export interface PackedList<Item> {
  pieces: string[];
  /** Never set; carries the type of the items. */
  items?: Item[];
}

/** Number of items in a piece. This many small items are parsed within a millisecond. */
const pieceLength = 500;

/** Packs a list of JSON values. */
export function packList<Item>(items: readonly Item[]): PackedList<Item> {
  return { pieces: chunksOf(items, pieceLength).map((piece) => JSON.stringify(piece)) };
}

/** Returns the items of a list. Parses them in time slices of the event loop. */
export function unpackList<Item>({ pieces }: PackedList<Item>): Promise<Item[]> {
  return flatMapYielding(pieces, (piece) => JSON.parse(piece) as Item[]);
}
