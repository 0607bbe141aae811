import { type Columns, columnsOf, type Rows } from './rows.js';

/** Of each of some things the ones most like it, the best first: of thing i from `i * each` on; -1 where there are no more. */
export interface Neighbours {
  each: number;
  ids: Int32Array;
  likeness: Float32Array;
}

/** No neighbours yet of so many things. */
export function noNeighbours(count: number, each: number): Neighbours {
  return { each, ids: new Int32Array(count * each).fill(-1), likeness: new Float32Array(count * each) };
}

/** Puts a neighbour where it belongs among those of a thing, if it does; of equals the lower id stands first. */
export function addNeighbour({ each, ids, likeness }: Neighbours, of: number, candidate: Candidate): void {
  const from = of * each;
  let place = from + each;
  while (place > from && isBetter(candidate, ids[place - 1]!, likeness[place - 1]!)) {
    place--;
    if (place + 1 === from + each) continue;
    ids[place + 1] = ids[place]!;
    likeness[place + 1] = likeness[place]!;
  }
  if (place === from + each) return;
  ids[place] = candidate.id;
  likeness[place] = candidate.likeness;
}

/** Puts those of some candidates that are like a thing at all among its neighbours. */
function addNeighbours(found: Neighbours, of: number, candidates: { ids: Int32Array; likeness: Float32Array }): void {
  const last = (of + 1) * found.each - 1;
  for (let place = 0; place < candidates.ids.length; place++) {
    const id = candidates.ids[place]!;
    const likeness = candidates.likeness[id]!;
    // Most of many are worse than what is there.
    if (likeness > 0 && likeness >= found.likeness[last]!) addNeighbour(found, of, { id, likeness });
  }
}

interface Candidate {
  id: number;
  likeness: number;
}

function isBetter(candidate: Candidate, id: number, likeness: number): boolean {
  return id < 0 || candidate.likeness > likeness || (candidate.likeness === likeness && candidate.id < id);
}

/** Rows that are looked at for each row: common terms bring no more candidates once there are so many. */
const most = { looked: 5000, candidates: 50 };

/**
 * The rows most like each, by the cosine. Candidates are found by the rarest terms first; where they are many, the best of them
 * are compared exactly. So the time grows with the rows and not with their square.
 */
export function nearestRows(rows: Rows, each: number): Neighbours {
  const found = noNeighbours(rows.count, each);
  const columns = columnsOf(rows);
  const scratch = {
    likeness: new Float32Array(rows.count),
    touched: new Int32Array(rows.count),
    row: new Float32Array(rows.termCount),
  };
  for (let row = 0; row < rows.count; row++) {
    const { touched, isExact } = lookUp({ rows, columns, scratch }, row);
    const candidates = isExact ? touched : bestOf(scratch.likeness, touched);
    if (!isExact) compareExactly({ rows, scratch }, row, candidates);
    scratch.likeness[row] = 0;
    addNeighbours(found, row, { ids: candidates, likeness: scratch.likeness });
    for (let place = 0; place < touched.length; place++) scratch.likeness[touched[place]!] = 0;
  }
  return found;
}

interface Search {
  rows: Rows;
  columns: Columns;
  scratch: { likeness: Float32Array; touched: Int32Array; row: Float32Array };
}

/** Adds up what the rows share with one, the rarest terms first, until enough was looked at. */
function lookUp({ rows, columns, scratch: { likeness, touched } }: Search, row: number) {
  let [count, looked, isExact] = [0, 0, true];
  for (let place = rows.offsets[row]!; place < rows.offsets[row + 1]!; place++) {
    const weight = rows.weights[place]!;
    if (weight === 0) continue;
    const start = columns.starts[rows.terms[place]!]!;
    const end = Math.min(columns.starts[rows.terms[place]! + 1]!, start + most.looked);
    if (looked > 0 && looked + end - start > most.looked) {
      isExact = false;
      break;
    }
    looked += end - start;
    for (let at = start; at < end; at++) {
      const id = columns.rows[at]!;
      const shared = weight * columns.weights[at]!;
      if (shared === 0) continue;
      if (likeness[id] === 0) touched[count++] = id;
      likeness[id]! += shared;
    }
  }
  return { touched: touched.subarray(0, count), isExact };
}

/** Those of the highest likeness: all that are at least as like as the last that is needed, roughly, and twice as many at most. */
function bestOf(likeness: Float32Array, touched: Int32Array): Int32Array {
  if (touched.length <= most.candidates) return touched;
  const steps = new Int32Array(stepCount);
  for (let place = 0; place < touched.length; place++) steps[stepOf(likeness[touched[place]!]!)]!++;
  let [least, total] = [stepCount - 1, steps[stepCount - 1]!];
  while (total < most.candidates) total += steps[--least]!;
  const best = new Int32Array(Math.min(total, most.candidates * 2));
  let count = 0;
  for (let place = 0; place < touched.length && count < best.length; place++)
    if (stepOf(likeness[touched[place]!]!) >= least) best[count++] = touched[place]!;
  return best;
}

const stepCount = 256;

function stepOf(likeness: number): number {
  return Math.min(stepCount - 1, Math.floor(likeness * stepCount));
}

function compareExactly({ rows, scratch }: Omit<Search, 'columns'>, row: number, candidates: Int32Array): void {
  const { offsets, terms, weights } = rows;
  for (let place = offsets[row]!; place < offsets[row + 1]!; place++) scratch.row[terms[place]!] = weights[place]!;
  for (const id of candidates) {
    let sum = 0;
    for (let place = offsets[id]!; place < offsets[id + 1]!; place++)
      sum += weights[place]! * scratch.row[terms[place]!]!;
    scratch.likeness[id] = sum;
  }
  for (let place = offsets[row]!; place < offsets[row + 1]!; place++) scratch.row[terms[place]!] = 0;
}
