import { canonicalJson } from '../../base/canonical-json.js';
import { membersOrEmpty } from '../../base/members.js';
import { schemaNameOf } from '../reading/schema-parts.js';
import type { MergedSchema } from '../reading/shape.js';
import { typesOf } from './compare-types.js';
import { type Comparison, type Schemas, type Side, shapeIn } from './comparison.js';
import { spendWork } from './work-budget.js';

/** Pairs of forms that match by name, text or content, and the forms of each document without a match. */
export interface MatchedForms {
  pairs: { before: Schemas; after: Schemas }[];
  removed: Schemas[];
  added: Schemas[];
}

/**
 * Maximum number of forms per document that are compared by content. If there are more, forms that do not match by name
 * or text have no match.
 */
const maxCompared = 60;

/** A form, its name and its text. */
interface Form {
  schemas: Schemas;
  name: string | undefined;
  text: string;
}

/** Matches the forms of two schemas. Forms with equal texts count as one form. */
export function matchForms(comparison: Comparison, before: Schemas[], after: Schemas[]): MatchedForms {
  spendWork(comparison.work, 4 * (before.length + after.length));
  let [one, other] = [distinct(comparison, comparison.before, before), distinct(comparison, comparison.after, after)];
  const pairs: MatchedForms['pairs'] = [];
  for (const key of ['name', 'text'] as const) {
    const otherForms = new Map(other.map((form) => [form[key], form]));
    const matched = new Set<Form>();
    for (const form of one) {
      const sameForm = form[key] === undefined ? undefined : otherForms.get(form[key]);
      if (!sameForm || matched.has(sameForm)) continue;
      matched.add(form).add(sameForm);
      pairs.push({ before: form.schemas, after: sameForm.schemas });
    }
    [one, other] = [one, other].map((forms) => forms.filter((form) => !matched.has(form))) as [Form[], Form[]];
  }
  const [removed, added] = [one, other].map((forms) => forms.map(({ schemas }) => schemas)) as [Schemas[], Schemas[]];
  if (pairs.length === 0 && removed.length === 1 && added.length === 1)
    return { pairs: [{ before: removed[0]!, after: added[0]! }], removed: [], added: [] };
  return matchSimilar(comparison, { pairs, removed, added });
}

function distinct(comparison: Comparison, side: Side, forms: Schemas[]): Form[] {
  const all = forms.map((schemas): Form => {
    const { parts } = shapeIn(comparison, side, schemas);
    const name = schemas.length === 1 && parts[0] ? schemaNameOf(parts[0]) : undefined;
    return { schemas, name, text: parts.map(({ value }) => canonicalJson(value)).join() };
  });
  return [...new Map(all.toReversed().map((form) => [form.text, form])).values()].reverse();
}

function matchSimilar(comparison: Comparison, { pairs, removed, added }: MatchedForms): MatchedForms {
  if (removed.length > maxCompared || added.length > maxCompared) return { pairs, removed, added };
  const addedShapes = new Map(added.map((form) => [form, shapeIn(comparison, comparison.after, form)]));
  const left = removed.filter((form) => {
    const shape = shapeIn(comparison, comparison.before, form);
    let [best, score]: [Schemas | undefined, number] = [undefined, 0.3];
    for (const [addedForm, otherShape] of addedShapes) {
      spendWork(comparison.work, shape.properties.size + 1);
      const likeness = similarity(shape, otherShape);
      if (likeness > score) [best, score] = [addedForm, likeness];
    }
    if (!best) return true;
    addedShapes.delete(best);
    pairs.push({ before: form, after: best });
    return false;
  });
  return { pairs, removed: left, added: [...addedShapes.keys()] };
}

/**
 * Similarity of two forms: 0 if types or fixed values differ, 2 for equal titles, otherwise the share of common
 * properties (0 to 1).
 */
function similarity(left: MergedSchema, right: MergedSchema): number {
  const [types, otherTypes] = [left, right].map((shape) => [...(typesOf(shape) ?? [])].sort().join());
  if (types !== otherTypes || !haveCommonValue(left, right)) return 0;
  const titles = [left, right].map(({ parts }) => membersOrEmpty(parts[0]?.value).title);
  if (titles[0] !== undefined && titles[0] === titles[1]) return 2;
  const common = [...left.properties.keys()].filter((name) => right.properties.has(name)).length;
  const all = left.properties.size + right.properties.size - common;
  return all === 0 ? 1 : common / all;
}

/** Reports whether two forms can be the same: no property has different fixed values in them. */
function haveCommonValue(left: MergedSchema, right: MergedSchema): boolean {
  return [...left.properties].every(([name, schemas]) => {
    const [value, another] = [schemas, right.properties.get(name)].map((all) => {
      const members = membersOrEmpty(all?.[0]?.value);
      return members.const ?? (Array.isArray(members.enum) && members.enum.length === 1 ? members.enum[0] : undefined);
    });
    return value === undefined || another === undefined || value === another;
  });
}
