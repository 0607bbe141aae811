import type { MergedSchema } from '../reading/shape.js';
import type { Comparison, Schemas } from './comparison.js';
import { breaksCallers, type Detail, type Effect } from './detail.js';
import type { NestedSchema, PairInput } from './schema-pair.js';

/** Two schemas that are being compared, and the differences found so far. */
export interface TraversalContext {
  comparison: Comparison;
  input: PairInput;
  one: MergedSchema;
  other: MergedSchema;
  details: Detail[];
  parts: NestedSchema[];
}

/** A schema that accepts any value. */
export const anySchema: Schemas = [{ value: {}, place: null }];

/** Adds a difference in the accepted values. */
export function addDetail({ details, input }: TraversalContext, message: string, effect: Effect): void {
  details.push({ at: '', message, isBreaking: breaksCallers(input.direction, effect) });
}

/** Adds nested schemas to compare later. */
export function addPart(
  { parts, input }: TraversalContext,
  step: string,
  schemas: { before: Schemas; after: Schemas },
): void {
  parts.push({ step, input: { ...schemas, direction: input.direction } });
}
