import { canonicalJson } from '../../canonical-json.js';
import { membersOf } from '../../members.js';
import { nameOf } from '../reading/schema-parts.js';
import type { Shape } from '../reading/shape.js';
import { typesOf } from './compare-types.js';
import { type Comparison, type Schemas, shapeIn } from './comparison.js';
import { spend } from './work.js';

/** Forms that are one by their names, their texts or what is in them, and those that are left on each side. */
export interface MatchedForms {
  pairs: { before: Schemas; after: Schemas }[];
  removed: Schemas[];
  added: Schemas[];
}

/** So many forms of each side are held against each other; of more, those that are not alike by name or text are others. */
const mostCompared = 60;

/** Finds out which forms of two schemas are one. */
export function matchForms(comparison: Comparison, before: Schemas[], after: Schemas[]): MatchedForms {
  spend(comparison.work, 4 * (before.length + after.length));
  if (before.length === 1 && after.length === 1)
    return { pairs: [{ before: before[0]!, after: after[0]! }], removed: [], added: [] };
  const pairs: MatchedForms['pairs'] = [];
  const open = { before: [...before], after: [...after] };
  for (const key of [nameKey, textKey]) {
    const keyed = (forms: Schemas[], side: Comparison['before']) =>
      forms.map((form) => [key(shapeIn(comparison, side, form), form), form] as const);
    const others = new Map(keyed(open.after, comparison.after).reverse());
    for (const [name, form] of keyed(open.before, comparison.before)) {
      const same = name === undefined ? undefined : others.get(name);
      if (!same) continue;
      others.delete(name);
      pairs.push({ before: form, after: same });
    }
    const matched = new Set(pairs.flatMap((pair) => [pair.before, pair.after]));
    open.before = open.before.filter((form) => !matched.has(form));
    open.after = open.after.filter((form) => !matched.has(form));
  }
  return matchAlike(comparison, { pairs, removed: open.before, added: open.after });
}

function nameKey({ parts }: Shape, schemas: Schemas): string | undefined {
  return schemas.length === 1 && parts[0] ? nameOf(parts[0]) : undefined;
}

function textKey({ parts }: Shape): string {
  return parts.map(({ value }) => canonicalJson(value)).join();
}

function matchAlike(comparison: Comparison, { pairs, removed, added }: MatchedForms): MatchedForms {
  if (removed.length > mostCompared || added.length > mostCompared) return { pairs, removed, added };
  const others = new Map(added.map((form) => [form, shapeIn(comparison, comparison.after, form)]));
  const left = removed.filter((form) => {
    const shape = shapeIn(comparison, comparison.before, form);
    let [best, score]: [Schemas | undefined, number] = [undefined, 0.3];
    for (const [other, otherShape] of others) {
      spend(comparison.work, shape.properties.size + 1);
      const likeness = likenessOf(shape, otherShape);
      if (likeness > score) [best, score] = [other, likeness];
    }
    if (!best) return true;
    others.delete(best);
    pairs.push({ before: form, after: best });
    return false;
  });
  return { pairs, removed: left, added: [...others.keys()] };
}

/** From 0 for nothing to 1 for all: types, then the share of properties that both have; a title tells more than these. */
function likenessOf(one: Shape, other: Shape): number {
  const [types, others] = [one, other].map((shape) => [...(typesOf(shape) ?? [])].sort().join());
  if (types !== others || !haveCommonValue(one, other)) return 0;
  const titles = [one, other].map(({ parts }) => membersOf(parts[0]?.value).title);
  if (titles[0] !== undefined && titles[0] === titles[1]) return 1;
  const common = [...one.properties.keys()].filter((name) => other.properties.has(name)).length;
  const all = one.properties.size + other.properties.size - common;
  return all === 0 ? 1 : common / all;
}

/** Whether no property tells them apart: forms often have one with a value of its own. */
function haveCommonValue(one: Shape, other: Shape): boolean {
  return [...one.properties].every(([name, schemas]) => {
    const [value, another] = [schemas, other.properties.get(name)].map((all) => {
      const members = membersOf(all?.[0]?.value);
      return members.const ?? (Array.isArray(members.enum) && members.enum.length === 1 ? members.enum[0] : undefined);
    });
    return value === undefined || another === undefined || value === another;
  });
}
