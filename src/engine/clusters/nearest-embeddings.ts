import { addNeighbour, type Neighbours, noNeighbours } from './neighbours.js';
import { dot } from './vectors.js';

/** Number of 32-bit words in a sketch. */
const sketchWords = 16;

/** Number of an embedding's values that are added up for one bit of its sketch. */
const numbersPerBit = 32;

/**
 * Number of embeddings that each embedding is compared with exactly. If there are at most this many, each is compared
 * with all others.
 */
const candidatesOfEach = 100;

/** Minimum similarity of neighbors. */
const minSimilarity = 0.05;

/**
 * Returns, for each embedding, the most similar others by cosine similarity. Embeddings must have length 1. Only
 * embeddings whose sketches differ in few bits are compared exactly, because comparing sketches needs no
 * multiplication.
 */
export function nearestEmbeddings(rows: readonly Float32Array[], each: number): Neighbours {
  const found = noNeighbours(rows.length, each);
  const sketches = sketchesOf(rows);
  for (const [row, numbers] of rows.entries())
    for (const id of candidatesOf(row, sketches, rows.length)) {
      const likeness = dot(numbers, rows[id]!);
      if (id !== row && likeness >= minSimilarity) addNeighbour(found, row, { id, likeness });
    }
  return found;
}

/**
 * Computes the sketches (random projections). Each bit is the sign of a sum of numbers of the embedding with random
 * signs, so similar embeddings have most bits in common.
 */
function sketchesOf(rows: readonly Float32Array[]): Int32Array {
  const sketches = new Int32Array(rows.length * sketchWords);
  const size = rows[0]?.length ?? 0;
  if (size === 0) return sketches;
  const parts = pseudoRandomNumbers(sketchWords * 32 * numbersPerBit);
  for (const [row, numbers] of rows.entries())
    for (let bit = 0; bit < sketchWords * 32; bit++) {
      let sum = 0;
      for (let part = bit * numbersPerBit; part < (bit + 1) * numbersPerBit; part++) {
        const number = numbers[(parts[part]! >>> 1) % size]!;
        sum += parts[part]! & 1 ? number : -number;
      }
      if (sum > 0) sketches[row * sketchWords + (bit >> 5)]! |= 1 << (bit & 31);
    }
  return sketches;
}

/** Returns pseudo-random numbers with a fixed seed. */
function pseudoRandomNumbers(count: number): Uint32Array {
  let state = 1;
  return Uint32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0;
  });
}

/** Returns the embeddings whose sketches differ in the fewest bits, including ties: at most twice as many as needed. */
function candidatesOf(row: number, sketches: Int32Array, count: number): number[] {
  if (count <= candidatesOfEach) return Array.from({ length: count }, (_, id) => id);
  const distances = new Uint16Array(count);
  const atDistance = new Int32Array(sketchWords * 32 + 1);
  for (let id = 0; id < count; id++) {
    distances[id] = bitsBetween(sketches, row, id);
    atDistance[distances[id]!]!++;
  }
  let [most, total] = [0, atDistance[0]!];
  while (total < candidatesOfEach) total += atDistance[++most]!;
  const candidates: number[] = [];
  for (let id = 0; id < count && candidates.length < candidatesOfEach * 2; id++)
    if (distances[id]! <= most) candidates.push(id);
  return candidates;
}

function bitsBetween(sketches: Int32Array, one: number, other: number): number {
  let count = 0;
  for (let word = 0; word < sketchWords; word++) {
    let bits = sketches[one * sketchWords + word]! ^ sketches[other * sketchWords + word]!;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    count += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}
