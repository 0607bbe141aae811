import { diffArrays } from 'diff';
import { type ComparisonBudget, spend } from './budget.js';
import { word } from './words.js';

/** Some text that both versions have, or one of them alone. */
export interface WordRun {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Most edits between two passages that are looked for before all of them counts as changed. */
const editLimit = 500;

/** Words, runs of space, single characters of scripts without spaces, and everything else one by one. */
const words = new RegExp(`${word}|\\s+|.`, 'gsu');

/**
 * The words that make one passage into another. The runs that are the same or removed, joined, are the passage before;
 * those that are the same or added the one after. If the budget does not suffice, all is removed and added.
 */
export function wordRuns(before: string, after: string, budget: ComparisonBudget): WordRun[] {
  const plain: WordRun[] = [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
  if (before === '' || after === '') return plain.filter(({ text }) => text !== '');
  // Splitting costs too; a passage without the budget for it is not looked into.
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
