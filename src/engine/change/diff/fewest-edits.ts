/** A value for the text before a change, and one for the text after it. */
export interface BeforeAfter<T> {
  before: T;
  after: T;
}

/**
 * Maximum number of edits to search for. Beyond that, everything between the common beginning and end of two texts
 * counts as changed. The time grows with the square of the edits, and a page with so many edits is rewritten, not
 * edited.
 */
export const editLimit = 2000;

/**
 * Marks with 1 the members to remove from the old list and to add from the new list, with the fewest edits. Among
 * several solutions, chooses the same as git: Myers' algorithm in linear space. It splits the lists where a path from
 * the start meets a path from the end, and tries removals first.
 */
export function fewestEdits({ before, after }: BeforeAfter<readonly number[]>): BeforeAfter<Uint8Array> {
  const [width, height] = [before.length, after.length];
  const diagonals = width + height + 3;
  const changed = { before: new Uint8Array(width), after: new Uint8Array(height) };
  const [ahead, back] = [new Int32Array(diagonals), new Int32Array(diagonals)];
  const search = { before, after, ahead, back, zero: height + 1, changed };
  markChanges(search, { left: 0, right: width, top: 0, bottom: height });
  return changed;
}

/** A range of both lists: `[left, right)` of the list before, `[top, bottom)` of the list after. */
interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A position in both lists. */
interface Point {
  x: number;
  y: number;
}

interface Search extends BeforeAfter<readonly number[]> {
  /**
   * Farthest points of the paths, by diagonal (x - y). `ahead` has the greatest x of paths from the start of a box,
   * `back` the least x of paths from its end.
   */
  ahead: Int32Array;
  back: Int32Array;
  /** Index of diagonal 0 in `ahead` and `back`. */
  zero: number;
  changed: BeforeAfter<Uint8Array>;
}

function markChanges(search: Search, box: Box): void {
  const rest = withoutEqualEnds(search, box);
  const { left, right, top, bottom } = rest;
  const middle = left === right || top === bottom ? null : findMiddle(search, rest);
  if (middle) {
    markChanges(search, { ...rest, right: middle.x, bottom: middle.y });
    markChanges(search, { ...rest, left: middle.x, top: middle.y });
  } else {
    search.changed.before.fill(1, left, right);
    search.changed.after.fill(1, top, bottom);
  }
}

function withoutEqualEnds({ before, after }: Search, box: Box): Box {
  let { left, right, top, bottom } = box;
  for (; left < right && top < bottom && before[left] === after[top]; left++) top++;
  for (; left < right && top < bottom && before[right - 1] === after[bottom - 1]; right--) bottom--;
  return { left, right, top, bottom };
}

/**
 * Returns the first point where paths from the start and from the end of a box meet; null if there are too many edits.
 */
function findMiddle(search: Search, box: Box): Point | null {
  const { ahead, back, zero } = search;
  const [start, end] = [box.left - box.top, box.right - box.bottom];
  const reachable = [zero + box.left - box.bottom - 1, zero + box.right - box.top + 2] as const;
  ahead.fill(-unreached, ...reachable)[zero + start] = box.left;
  back.fill(unreached, ...reachable)[zero + end] = box.right;
  for (let edits = 1; edits <= editLimit / 2; edits++) {
    const met =
      searchForward(search, box, diagonals(box, start, edits)) ??
      searchBackward(search, box, diagonals(box, end, edits));
    if (met) return met;
  }
  return null;
}

/**
 * Magnitude of the initial values of `ahead` and `back`. It is larger than any reachable position, even outside of a
 * box.
 */
const unreached = 2 ** 30;

type Diagonals = [low: number, high: number];

/**
 * Returns the lowest and the highest diagonal on which paths can end after `edits` edits, within the box. Paths end on
 * every second diagonal between them.
 */
function diagonals(box: Box, from: number, edits: number): Diagonals {
  const [lowest, highest] = [box.left - box.bottom, box.right - box.top];
  const [low, high] = [from - edits, from + edits];
  return [low < lowest ? lowest + ((lowest - low) & 1) : low, high > highest ? highest - ((high - highest) & 1) : high];
}

/**
 * Extends every path from the start by one edit and the equal members after it. Returns the point at which one of them
 * meets a path from the end.
 */
function searchForward(search: Search, { right, bottom }: Box, [low, high]: Diagonals): Point | null {
  const { before, after, ahead, back, zero } = search;
  for (let diagonal = high; diagonal >= low; diagonal -= 2) {
    const at = zero + diagonal;
    let x = Math.max(ahead[at - 1]! + 1, ahead[at + 1]!);
    while (x < right && x - diagonal < bottom && before[x] === after[x - diagonal]) x++;
    ahead[at] = x;
    if (back[at]! <= x) return { x, y: x - diagonal };
  }
  return null;
}

/** Same as `searchForward`, for paths from the end. */
function searchBackward(search: Search, { left, top }: Box, [low, high]: Diagonals): Point | null {
  const { before, after, ahead, back, zero } = search;
  for (let diagonal = high; diagonal >= low; diagonal -= 2) {
    const at = zero + diagonal;
    let x = Math.min(back[at - 1]!, back[at + 1]! - 1);
    while (x > left && x - diagonal > top && before[x - 1] === after[x - diagonal - 1]) x--;
    back[at] = x;
    if (x <= ahead[at]!) return { x, y: x - diagonal };
  }
  return null;
}
