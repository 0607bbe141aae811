import type { Located } from '../reading/place.js';
import type { Shape } from '../reading/shape.js';
import { type Comparison, keyOf, type Schemas, type Side, shapeIn } from './comparison.js';

/** Forms of one schema that are told apart; the others are left out. */
const mostForms = 20_000;

/** Whether a schema is nothing but a choice of others: all that it says is in its variants. */
export function isChoice(shape: Shape): boolean {
  const { types, variants, properties, values, items, additional, required, others, bounds, format } = shape;
  const isObject = types === null || [...types].every((type) => type === 'object' || type === 'null');
  const saysMore = properties.size > 0 || required.size > 0 || others.size > 0 || bounds.size > 0;
  return (
    variants !== null && isObject && !saysMore && values === null && items === null && additional === true && !format
  );
}

/** The forms that a value may have: variants, and those of variants that are choices themselves; else its types, each for itself. */
export function formsOf(comparison: Comparison, side: Side, schemas: Schemas): Schemas[] {
  const forms: Schemas[] = [];
  const seen = new Set<string>();
  const open: Schemas[] = [schemas];
  for (let next = open.pop(); next && forms.length < mostForms; next = open.pop()) {
    const key = keyOf(comparison, next);
    if (seen.has(key)) continue;
    seen.add(key);
    const shape = shapeIn(comparison, side, next);
    if (isChoice(shape)) open.push(...shape.variants!.map((variant) => [variant]).reverse());
    else forms.push(...byType(shape, next));
  }
  return forms;
}

/** Schemas that say a type and nothing else. */
const ofType = new Map<string, Located>();

function byType({ types }: Shape, schemas: Schemas): Schemas[] {
  const all = [...(types ?? [])].filter((type) => type !== 'null');
  if (all.length < 2) return [schemas];
  return all.map((type) => {
    const schema = ofType.get(type) ?? { value: { type }, place: null };
    // Types are what a document says: others than those of the language are not kept.
    if (ofType.size < 50) ofType.set(type, schema);
    return [...schemas, schema];
  });
}
