import { diffArrays } from 'diff';
import { type ComparisonBudget, spend } from './budget.js';
import { word } from './words.js';

/** A piece of text that is in both versions, or only in one of them. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Maximum number of edits to search for between two passages. Beyond that, the whole passage counts as changed. */
const editLimit = 500;

/**
 * Matches a word, a run of white space, or any other single character. In scripts without spaces, each character is a
 * word.
 */
const words = new RegExp(`${word}|\\s+|.`, 'gsu');

/**
 * Returns the runs of words that turn one passage into another. Unchanged and removed runs together are the old
 * passage; unchanged and added runs together are the new one. If the budget is too small, the whole old passage is
 * removed and the new one added.
 */
export function wordRuns(before: string, after: string, budget: ComparisonBudget): WordRun[] {
  const plain: WordRun[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before === '' || after === '') return plain.filter(({ text }) => text !== '');
  // Splitting into words also has a cost; if the budget is too small, the passage is not split.
  if (!spend(budget, before.length + after.length)) return plain;
  const [old, now] = [before.match(words) ?? [], after.match(words) ?? []];
  const length = old.length + now.length;
  if (!spend(budget, length * Math.min(length, editLimit))) return plain;
  const parts = diffArrays(old, now, { maxEditLength: editLimit });
  if (!parts) return plain;
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}
