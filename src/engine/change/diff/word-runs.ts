import { diffArrays } from 'diff';
import { type ComparisonBudget, spend } from './budget.js';
import { word } from './words.js';

/** A piece of text that both versions have, or only one of them. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Maximum number of edits to search for between two passages; beyond that, the whole passage counts as changed. */
const editLimit = 500;

/** Matches a word, a run of space, or any other single character. Characters of scripts without spaces are words. */
const words = new RegExp(`${word}|\\s+|.`, 'gsu');

/**
 * Returns the runs of words that turn one passage into another. Joined, the unchanged and removed runs are the old
 * passage, and the unchanged and added runs the new one. If the budget does not suffice, the old passage is removed and
 * the new one added.
 */
export function wordRuns(before: string, after: string, budget: ComparisonBudget): WordRun[] {
  const plain: WordRun[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before === '' || after === '') return plain.filter(({ text }) => text !== '');
  // Splitting has a cost too; without budget for it, the passage is not split.
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
