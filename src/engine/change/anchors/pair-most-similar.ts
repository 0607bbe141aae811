import { spend } from '../diff/budget.js';
import { similarity, type TextComparison, wordNumbersOf } from './text-similarity.js';

/** Maximum number of pairs of texts to compare. It limits memory, because the table has an entry for each pair. */
const maxPairs = 1_000_000;

/**
 * Pairs old texts with new texts by index, in order, each at most once. Maximizes the sum of squared similarities; each
 * pair has a similarity of at least 0.5. Returns no pairs if there are too many candidates, or if the budget is too
 * small.
 */
export function pairMostSimilar(
  old: readonly string[],
  now: readonly string[],
  comparing: TextComparison,
): [number, number][] {
  const count = old.length * now.length;
  if (count === 0 || count > maxPairs || !spend(comparing.budget, count)) return [];
  const newWords = now.map((text) => wordNumbersOf(text, comparing));
  const width = now.length + 1;
  // Best sum for each prefix of both lists.
  const best = new Float64Array((old.length + 1) * width);
  for (const [index, text] of old.entries()) {
    const words = wordNumbersOf(text, comparing);
    for (const [newIndex, newTextWords] of newWords.entries()) {
      const at = (index + 1) * width + newIndex + 1;
      // The similarity is squared, so that one very similar pair counts more than two less similar ones.
      const together = best[at - width - 1]! + similarity(words, newTextWords, comparing) ** 2;
      best[at] = Math.max(together, best[at - width]!, best[at - 1]!);
    }
  }
  return tracePairs(best, old.length, width);
}

/**
 * Follows the table back from its end to find the pairs with the maximum sum. If several sets have that sum, returns
 * the one with the first pairs.
 */
function tracePairs(best: Float64Array, height: number, width: number): [number, number][] {
  const pairs: [number, number][] = [];
  let [old, now] = [height, width - 1];
  while (old > 0 && now > 0) {
    const at = old * width + now;
    if (best[at] === best[at - width]) old--;
    else if (best[at] === best[at - 1]) now--;
    else pairs.push([--old, --now]);
  }
  return pairs.reverse();
}
