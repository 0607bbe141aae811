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

/**
 * Whether a form that is gone, or new, breaks nobody since another one has all its values: one of the forms before and one of those
 * after go together.
 */
export function isTakenBy(
  comparison: Comparison,
  { direction }: Pick<Stand, 'direction'>,
  { before, after }: { before: readonly Schemas[]; after: readonly Schemas[] },
): boolean {
  const { trying, trials, work } = comparison;
  if (trying > 0 || trials.size > mostTrials || work.left <= 0) return false;
  return before
    .slice(0, mostTried)
    .some((one) =>
      after
        .slice(0, mostTried)
        .some((other) => !breaksBy(comparison, { before: one, after: other, direction, isForm: true })),
    );
}

function breaksBy(comparison: Comparison, stand: Stand): boolean {
  if (areSame(comparison, stand.before, stand.after)) return false;
  const key = standKey(comparison, stand);
  const known = comparison.trials.get(key);
  if (known !== undefined) return known;
  // In a circle, and beyond what may be looked at, the worst is assumed.
  comparison.trials.set(key, true);
  if (comparison.trying >= mostLevels || !spend(comparison.work, 4)) return true;
  comparison.trying += 1;
  const { details, parts } = comparePair(comparison, stand);
  const breaks = details.some(({ isBreaking }) => isBreaking) || parts.some((part) => breaksBy(comparison, part.stand));
  comparison.trying -= 1;
  comparison.trials.set(key, breaks);
  return breaks;
}
