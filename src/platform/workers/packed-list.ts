import { chunksOf } from '../arrays/chunks-of.js';
import { flatMapYielding } from './event-loop.js';

/**
 * A list on its way from a thread: JSON of some items each. A message is read in one turn of the event loop, however long it
 * is, and tens of thousands of objects take a hundred milliseconds; texts are copied in none.
 */
export interface PackedList<Item> {
  pieces: string[];
  /** Of what was packed; there is never any. */
  items?: Item[];
}

/** Items of a piece: few enough that many small ones are read within a millisecond. */
const pieceLength = 500;

/** Packs a list of what JSON can say. */
export function packList<Item>(items: readonly Item[]): PackedList<Item> {
  return { pieces: chunksOf(items, pieceLength).map((piece) => JSON.stringify(piece)) };
}

/** The items of a list, in as many turns of the event loop as reading them takes. */
export function unpackList<Item>({ pieces }: PackedList<Item>): Promise<Item[]> {
  return flatMapYielding(pieces, (piece) => JSON.parse(piece) as Item[]);
}
