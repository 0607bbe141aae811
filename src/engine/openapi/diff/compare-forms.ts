import { typeText, variantLabel } from '../view/type-text.js';
import type { Schemas, Side } from './comparison.js';
import { narrower, wider } from './detail.js';
import { alternativesOf, isChoice } from './forms.js';
import { type MatchedForms, matchForms } from './match-forms.js';
import { bestOutcome } from './tentative-comparison.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

/**
 * Reports whether at least one of two schemas is a choice of variants, so that they are compared variant by variant.
 */
export function isUnion({ one, other }: TraversalContext): boolean {
  return isChoice(one) || isChoice(other);
}

/** Compares the forms of two schemas. At least one of the schemas must be a choice. */
export function compareForms(context: TraversalContext): void {
  const { comparison, input } = context;
  const before = alternativesOf(comparison, comparison.before, input.before);
  const after = alternativesOf(comparison, comparison.after, input.after);
  if (!input.isForm && before.takesNull && !after.takesNull)
    addDetail(context, 'null may no longer stand here', narrower);
  if (!input.isForm && !before.takesNull && after.takesNull) addDetail(context, 'null may stand here now', wider);
  reportForms(context, matchForms(comparison, before.forms, after.forms));
}

/** Compares the variants of schemas that also have other keywords. */
export function compareVariants(context: TraversalContext): void {
  const { comparison, one, other } = context;
  const [before, after] = [one, other].map(({ variants }) => variants?.map((variant) => [variant]));
  if (before && after) reportForms(context, matchForms(comparison, before, after));
  else if (after)
    addDetail(context, `one of ${after.length} variants must be followed now, none was said before`, narrower);
  else if (before) addDetail(context, `one of ${before.length} variants had to be followed, none is said now`, wider);
}

function reportForms(context: TraversalContext, { pairs, removed, added }: MatchedForms): void {
  const { comparison, input, parts } = context;
  const isAlone = pairs.length === 1 && removed.length === 0 && added.length === 0;
  for (const { before, after } of pairs) {
    const step = isAlone ? '' : `/(${nameFor(comparison.after, after)})`;
    parts.push({ step, input: { before, after, direction: input.direction, isForm: true } });
  }
  const sides = {
    before: [...pairs.map(({ before }) => before), ...removed],
    after: [...pairs.map(({ after }) => after), ...added],
  };
  for (const form of removed) {
    const outcome = bestOutcome(comparison, input, { before: [form], after: sides.after });
    if (outcome === 'same') continue;
    const isNarrower = outcome === 'breaks';
    addDetail(context, `the variant ${nameFor(comparison.before, form)} was removed`, { ...narrower, isNarrower });
  }
  for (const form of added) {
    const outcome = bestOutcome(comparison, input, { before: sides.before, after: [form] });
    if (outcome === 'same') continue;
    const isWider = outcome === 'breaks';
    addDetail(context, `the variant ${nameFor(comparison.after, form)} was added`, { ...wider, isWider });
  }
}

function nameFor({ reader }: Side, form: Schemas): string {
  return form.length === 1 ? variantLabel(reader, form[0]!) : typeText(reader, form);
}
