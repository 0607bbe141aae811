import { diffArrays } from 'diff';
import { type ComparisonBudget, spend } from './budget.js';
import { word } from './words.js';

/** A piece of text that both versions have, or only one of them. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Most edits to search for between two passages; beyond that, the whole passage counts as changed. */
const editLimit = 500;

/** Words, runs of space, single characters of scripts without spaces, and any other character by itself. */
const words = new RegExp(`${word}|\\s+|.`, 'gsu');

/**
 * Returns the words that turn one passage into another. The runs that are the same or removed, joined, are the passage
 * before; those that are the same or added, the passage after. If the budget does not suffice, everything is removed
 * and added.
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
