import { comparePair } from './compare-pair.js';
import { areSame, type Comparison, type Schemas } from './comparison.js';
import { type Stand, standKey } from './schema-pair.js';
import { spend } from './work.js';

/** Forms that one is held against. */
const mostTried = 30;

/** Pairs that are tried in all. */
const mostTrials = 5000;

/** Schemas within schemas that are looked at; of what is deeper the worst is assumed. */
const mostLevels = 6;

/** What becomes of who has a form that another one takes the place of: nothing at all, nothing bad, or the worst. */
export type Outcome = 'same' | 'harmless' | 'breaks';

/**
 * What becomes of a form that is gone, or new, where another one may have all its values: the best of the forms before with the forms
 * after.
 */
export function bestOutcome(
  comparison: Comparison,
  { direction }: Pick<Stand, 'direction'>,
  { before, after }: { before: readonly Schemas[]; after: readonly Schemas[] },
): Outcome {
  const { trying, trials, work } = comparison;
  if (trying > 0 || trials.size > mostTrials || work.left <= 0) return 'breaks';
  let best: Outcome = 'breaks';
  for (const one of before.slice(0, mostTried)) {
    for (const other of after.slice(0, mostTried)) {
      const outcome = outcomeOf(comparison, { before: one, after: other, direction, isForm: true });
      if (outcome === 'same') return outcome;
      if (outcome === 'harmless') best = outcome;
    }
  }
  return best;
}

function outcomeOf(comparison: Comparison, stand: Stand): Outcome {
  if (areSame(comparison, stand.before, stand.after)) return 'same';
  const key = standKey(comparison, stand);
  const known = comparison.trials.get(key);
  if (known !== undefined) return known;
  // In a circle, and beyond what may be looked at, the worst is assumed.
  comparison.trials.set(key, 'breaks');
  if (comparison.trying >= mostLevels || !spend(comparison.work, 4)) return 'breaks';
  comparison.trying += 1;
  const { details, parts, isUnknown } = comparePair(comparison, stand);
  const outcomes = new Set(details.map(({ isBreaking }): Outcome => (isBreaking || isUnknown ? 'breaks' : 'harmless')));
  for (const part of parts) if (!outcomes.has('breaks')) outcomes.add(outcomeOf(comparison, part.stand));
  comparison.trying -= 1;
  const outcome = (['breaks', 'harmless'] as const).find((one) => outcomes.has(one)) ?? 'same';
  comparison.trials.set(key, outcome);
  return outcome;
}
