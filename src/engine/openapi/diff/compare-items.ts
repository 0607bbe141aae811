import { isMembers } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import type { MergedSchema } from '../reading/shape.js';
import type { Schemas } from './comparison.js';
import { addPart, anySchema, type TraversalContext } from './traversal-context.js';

/** Compares the items of arrays: first `prefixItems` by position, then all others. */
export function compareItems(context: TraversalContext): void {
  const { one, other } = context;
  const [before, after] = [firstItems(one), firstItems(other)];
  for (let at = 0; at < Math.max(before.length, after.length); at += 1)
    addPart(context, `/[${at}]`, { before: itemAt(one, before, at), after: itemAt(other, after, at) });
  if (one.items || other.items)
    addPart(context, '/[]', { before: one.items ?? anySchema, after: other.items ?? anySchema });
}

function firstItems({ otherKeywords }: MergedSchema): Json[] {
  const items = otherKeywords.get('prefixItems');
  return Array.isArray(items) ? items : [];
}

function itemAt({ items }: MergedSchema, first: readonly Json[], at: number): Schemas {
  return at < first.length ? [{ value: first[at]!, place: null }] : (items ?? anySchema);
}

/** Returns the schemas of `patternProperties` by pattern. */
export function patternSchemas({ otherKeywords }: MergedSchema): Map<string, Schemas> {
  const patterns = otherKeywords.get('patternProperties');
  const all = isMembers(patterns) ? Object.entries(patterns) : [];
  return new Map(all.map(([pattern, value]) => [pattern, [{ value, place: null }]]));
}
