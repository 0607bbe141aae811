import { type ComparisonBudget, spend } from '../diff/budget.js';
import { word } from '../diff/words.js';

/** The words of a text as indexes of a vocabulary, in text order and sorted. */
export interface TextWordNumbers {
  order: Int32Array;
  sorted: Int32Array;
  /** Number of characters of all words, counting one space after each. */
  length: number;
}

/** State of a comparison of texts: the vocabulary so far, and the budget. */
export interface TextComparison {
  texts: Map<string, TextWordNumbers>;
  /** Each word by its index; `numbers` is the inverse. */
  words: string[];
  numbers: Map<string, number>;
  budget: ComparisonBudget;
}

/** Minimum similarity of two texts that count as similar. */
const minSimilarity = 0.5;

/** Cost of one comparison, in addition to the cost per word. */
const fixedCost = 10;

/** Matches a word anywhere in a text. */
const anyWord = new RegExp(word, 'gu');

/** Starts a comparison of texts. */
export function createTextComparison(budget: ComparisonBudget): TextComparison {
  return { texts: new Map(), words: [], numbers: new Map(), budget };
}

/**
 * Returns the words of a text; the result is cached per text. A text without words, such as a bracket, is not similar
 * to any other.
 */
export function wordNumbersOf(text: string, { texts, words, numbers }: TextComparison): TextWordNumbers {
  const known = texts.get(text);
  if (known) return known;
  const found = text.match(anyWord) ?? [];
  const order = Int32Array.from(found, (one) => {
    const number = numbers.get(one) ?? words.push(one) - 1;
    numbers.set(one, number);
    return number;
  });
  const length = found.reduce((sum, one) => sum + lengthWithSpace(one), 0);
  const entry = { order, sorted: order.slice().sort(), length };
  texts.set(text, entry);
  return entry;
}

/**
 * Returns the similarity of two texts, from 0.5 to 1; 0 if it is lower or if the budget is too small. The similarity is
 * the share of characters in words that both texts have in the same order. In addition, at least half of the words must
 * occur in both texts, in any order.
 */
export function similarity(left: TextWordNumbers, right: TextWordNumbers, comparing: TextComparison): number {
  const count = left.order.length + right.order.length;
  const shorter = Math.min(left.order.length, right.order.length);
  if (shorter === 0 || 2 * shorter < minSimilarity * count || !spend(comparing.budget, count + fixedCost)) return 0;
  if (2 * sharedCount(left.sorted, right.sorted) < minSimilarity * count) return 0;
  const share = (2 * commonLength(left.order, right.order, comparing)) / (left.length + right.length);
  return share < minSimilarity ? 0 : share;
}

function lengthWithSpace(one: string): number {
  return one.length + 1;
}

function sharedCount(one: Int32Array, other: Int32Array): number {
  let count = 0;
  for (let left = 0, right = 0; left < one.length && right < other.length; ) {
    const order = one[left]! - other[right]!;
    if (order === 0) count++;
    if (order <= 0) left++;
    if (order >= 0) right++;
  }
  return count;
}

/** Returns the maximum total length of words that two texts have in the same order; 0 if the budget is too small. */
function commonLength(left: Int32Array, right: Int32Array, { words, budget }: TextComparison): number {
  let ends = 0;
  let [start, end, otherEnd] = [0, left.length, right.length];
  while (start < end && start < otherEnd && left[start] === right[start])
    ends += lengthWithSpace(words[left[start++]!]!);
  while (end > start && otherEnd > start && left[end - 1] === right[otherEnd - 1]) {
    ends += lengthWithSpace(words[left[--end]!]!);
    otherEnd--;
  }
  if (end === start || otherEnd === start) return ends;
  if (!spend(budget, (end - start) * (otherEnd - start))) return 0;
  return ends + longestCommon(left.subarray(start, end), right.subarray(start, otherEnd), words);
}

/**
 * Returns the length of the longest common subsequence by dynamic programming. Only one row of the table is in memory.
 */
function longestCommon(left: Int32Array, right: Int32Array, words: readonly string[]): number {
  const row = new Float64Array(right.length + 1);
  for (const number of left) {
    const length = lengthWithSpace(words[number]!);
    let diagonal = 0;
    for (let at = 1; at < row.length; at++) {
      const above = row[at]!;
      row[at] = right[at - 1] === number ? diagonal + length : Math.max(above, row[at - 1]!);
      diagonal = above;
    }
  }
  return row[right.length]!;
}
