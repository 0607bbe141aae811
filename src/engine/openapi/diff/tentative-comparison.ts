import { comparePair } from './compare-pair.js';
import { areSame, type Comparison, type Schemas } from './comparison.js';
import { type Stand, standKey } from './schema-pair.js';
import { spend } from './work.js';

/** Most forms that one form is compared with. */
const maxForms = 30;

/** Most pairs to compare. */
const maxComparisons = 5000;

/** Most levels of nested schemas; deeper ones count as breaking. */
const maxDepth = 6;

/** Effect of a form that replaces another one: equal, harmless, or breaking. */
export type Outcome = 'same' | 'harmless' | 'breaks';

/**
 * Effect of a removed or new form whose values another form may accept: the best effect over all pairs of forms before and
 * after.
 */
export function bestOutcome(
  comparison: Comparison,
  { direction }: Pick<Stand, 'direction'>,
  { before, after }: { before: readonly Schemas[]; after: readonly Schemas[] },
): Outcome {
  const { trying: depth, trials: tentativeOutcomes, work } = comparison;
  if (depth > 0 || tentativeOutcomes.size > maxComparisons || work.left <= 0) return 'breaks';
  let best: Outcome = 'breaks';
  for (const one of before.slice(0, maxForms)) {
    for (const other of after.slice(0, maxForms)) {
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
  // A cycle, or a pair beyond the limits, counts as breaking.
  comparison.trials.set(key, 'breaks');
  if (comparison.trying >= maxDepth || !spend(comparison.work, 4)) return 'breaks';
  comparison.trying += 1;
  const { details, parts, isUnknown } = comparePair(comparison, stand);
  const outcomes = new Set(details.map(({ isBreaking }): Outcome => (isBreaking || isUnknown ? 'breaks' : 'harmless')));
  for (const part of parts) if (!outcomes.has('breaks')) outcomes.add(outcomeOf(comparison, part.stand));
  comparison.trying -= 1;
  const outcome = (['breaks', 'harmless'] as const).find((one) => outcomes.has(one)) ?? 'same';
  comparison.trials.set(key, outcome);
  return outcome;
}
