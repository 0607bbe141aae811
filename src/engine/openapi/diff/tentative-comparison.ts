import { comparePair } from './compare-pair.js';
import { areSame, type Comparison, type Schemas } from './comparison.js';
import { type PairInput, pairKey } from './schema-pair.js';
import { spendWork } from './work-budget.js';

/** Maximum number of forms that each form is compared with. */
const maxForms = 30;

/** Maximum number of pairs to compare. */
const maxComparisons = 5000;

/** Maximum nesting depth of schemas; deeper schemas count as breaking. */
const maxDepth = 6;

/** Effect of replacing a form by another one: none, harmless, or breaking. */
export type Outcome = 'same' | 'harmless' | 'breaks';

/**
 * Returns the effect of a removed or new form if other forms may accept its values. It is the best effect over all
 * pairs of old and new forms.
 */
export function bestOutcome(
  comparison: Comparison,
  { direction }: Pick<PairInput, 'direction'>,
  { before, after }: { before: readonly Schemas[]; after: readonly Schemas[] },
): Outcome {
  const { tentativeDepth: depth, tentativeOutcomes, work } = comparison;
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

function outcomeOf(comparison: Comparison, input: PairInput): Outcome {
  if (areSame(comparison, input.before, input.after)) return 'same';
  const key = pairKey(comparison, input);
  const known = comparison.tentativeOutcomes.get(key);
  if (known !== undefined) return known;
  // Default for a cycle and for pairs beyond the limits: they count as breaking.
  comparison.tentativeOutcomes.set(key, 'breaks');
  if (comparison.tentativeDepth >= maxDepth || !spendWork(comparison.work, 4)) return 'breaks';
  comparison.tentativeDepth += 1;
  const { details, parts, isUnknown } = comparePair(comparison, input);
  const outcomes = new Set(details.map(({ isBreaking }): Outcome => (isBreaking || isUnknown ? 'breaks' : 'harmless')));
  for (const part of parts) if (!outcomes.has('breaks')) outcomes.add(outcomeOf(comparison, part.input));
  comparison.tentativeDepth -= 1;
  const outcome = (['breaks', 'harmless'] as const).find((one) => outcomes.has(one)) ?? 'same';
  comparison.tentativeOutcomes.set(key, outcome);
  return outcome;
}
