import { type Columns, type Rows, toColumns } from './rows.js';

/**
 * The most similar items of each item, best first. The neighbors of item i begin at index `i * each`; unused slots
 * contain -1.
 */
export interface Neighbours {
  each: number;
  ids: Int32Array;
  likeness: Float32Array;
}

/** Returns empty neighbor lists. */
export function noNeighbours(count: number, each: number): Neighbours {
  return { each, ids: new Int32Array(count * each).fill(-1), likeness: new Float32Array(count * each) };
}

/**
 * Inserts a neighbor into the sorted list of an item if it is similar enough. Among equals, the lower id comes first.
 */
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

/** Adds the candidates with a similarity above 0 to the neighbors of an item. */
function addNeighbours(found: Neighbours, of: number, candidates: { ids: Int32Array; likeness: Float32Array }): void {
  const last = (of + 1) * found.each - 1;
  for (let place = 0; place < candidates.ids.length; place++) {
    const id = candidates.ids[place]!;
    const likeness = candidates.likeness[id]!;
    // This check is a fast path, because most candidates are worse than the worst stored neighbor.
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

/**
 * Limits per row: the number of rows to look up, and the number of candidates to compare exactly. Beyond the first
 * limit, common terms are skipped.
 */
const limits = { looked: 5000, candidates: 50 };

/**
 * Returns, for each row, the most similar other rows by cosine similarity. The rarest terms are used first to find
 * candidates. If there are many candidates, only the best are compared exactly. The time is therefore linear in the
 * number of rows.
 */
export function nearestRows(rows: Rows, each: number): Neighbours {
  const found = noNeighbours(rows.count, each);
  const columns = toColumns(rows);
  const scratch = {
    likeness: new Float32Array(rows.count),
    touched: new Int32Array(rows.count),
    row: new Float32Array(rows.termCount),
  };
  for (let row = 0; row < rows.count; row++) {
    const { touched, isExact } = accumulateSimilarity({ rows, columns, scratch }, row);
    const candidates = isExact ? touched : bestCandidates(scratch.likeness, touched);
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

/**
 * Adds up the products of the terms that a row has in common with other rows, rarest terms first, until the limit is
 * reached.
 */
function accumulateSimilarity({ rows, columns, scratch: { likeness, touched } }: Search, row: number) {
  let [count, looked, isExact] = [0, 0, true];
  for (let place = rows.offsets[row]!; place < rows.offsets[row + 1]!; place++) {
    const weight = rows.weights[place]!;
    if (weight === 0) continue;
    const start = columns.starts[rows.terms[place]!]!;
    const end = Math.min(columns.starts[rows.terms[place]! + 1]!, start + limits.looked);
    if (looked > 0 && looked + end - start > limits.looked) {
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

/**
 * Returns approximately the candidates with the highest similarity, including ties. Returns at most twice as many as
 * needed.
 */
function bestCandidates(likeness: Float32Array, touched: Int32Array): Int32Array {
  if (touched.length <= limits.candidates) return touched;
  const steps = new Int32Array(histogramSteps);
  for (let place = 0; place < touched.length; place++) steps[histogramStep(likeness[touched[place]!]!)]!++;
  let [least, total] = [histogramSteps - 1, steps[histogramSteps - 1]!];
  while (total < limits.candidates) total += steps[--least]!;
  const best = new Int32Array(Math.min(total, limits.candidates * 2));
  let count = 0;
  for (let place = 0; place < touched.length && count < best.length; place++)
    if (histogramStep(likeness[touched[place]!]!) >= least) best[count++] = touched[place]!;
  return best;
}

const histogramSteps = 256;

function histogramStep(likeness: number): number {
  return Math.min(histogramSteps - 1, Math.floor(likeness * histogramSteps));
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
