import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { itemsAt, type LocatedValue, memberAt } from '../reading/json-path.js';
import { isNull } from '../reading/schema-parts.js';
import { shapeIn } from './comparison.js';
import { formatValue } from './detail.js';
import { createSamples, type Sampling } from './sample-value.js';
import type { TraversalContext } from './traversal-context.js';
import { type Constraint, validateValue } from './validate-value.js';
import { spendWork } from './work-budget.js';

/** Maximum number of pairs of variants to try for one schema, and of levels of nested `oneOf`. */
const maxPairs = 40;
const maxLevels = 3;

/**
 * Reports a value that callers could send before and that is now refused, because two variants of `oneOf` accept it.
 * Reports only values for which it finds a sample.
 */
export function compareOverlap(context: TraversalContext): void {
  const { comparison, input, details, other } = context;
  if (input.direction !== 'sent' || !other.parts.some(({ value }) => Array.isArray(membersOrEmpty(value).oneOf)))
    return;
  if (!spendWork(comparison.overlapBudget, 4)) return;
  let left = maxPairs;
  for (const variants of choicesIn(context))
    for (const [index, one] of variants.entries())
      for (const another of variants.slice(index + 1)) {
        if (left <= 0) return;
        left -= 1;
        const value = findOverlappingValue(context, one, another);
        if (value === undefined) continue;
        const message = `${formatValue(value)} was accepted, and fits two variants of oneOf now`;
        details.push({ at: '', message, isBreaking: true });
        return;
      }
}

/**
 * Returns the variants of each `oneOf` of the later schema, including nested ones. Omits a `oneOf` with a
 * discriminator, because the discriminator selects one variant.
 */
function choicesIn({ comparison, input }: TraversalContext): LocatedValue[][] {
  const found: LocatedValue[][] = [];
  let level = [input.after];
  for (let depth = 0; depth < maxLevels && level.length > 0; depth += 1) {
    const parts = level.flatMap((schemas) => [...shapeIn(comparison, comparison.after, schemas).parts]);
    const choices = parts.flatMap((part) => {
      const variants = itemsAt(memberAt(part, 'oneOf')).filter((one) => !isNull(one));
      return variants.length > 0 ? [{ part, variants }] : [];
    });
    for (const { part, variants } of choices)
      if (membersOrEmpty(part.value).discriminator === undefined) found.push(variants);
    level = choices.flatMap(({ variants }) => variants.slice(0, maxPairs).map((variant) => [variant]));
  }
  return found;
}

/** Returns a value that was accepted before and that two variants now accept; undefined if it finds none. */
function findOverlappingValue(
  { comparison, input }: TraversalContext,
  one: LocatedValue,
  another: LocatedValue,
): Json | undefined {
  const before: Constraint = { side: comparison.before, schemas: input.before };
  const [after, ...variants] = [input.after, [one], [another]].map(
    (schemas): Constraint => ({ side: comparison.after, schemas }),
  );
  const sampling: Sampling = { comparison, assumed: new Set() };
  const samples = createSamples(sampling, [before, ...variants]);
  return samples.find(
    (value) =>
      [before, ...variants].every((constraint) => validateValue(sampling, constraint, value) === 'yes') &&
      validateValue(sampling, after!, value) === 'no',
  );
}
