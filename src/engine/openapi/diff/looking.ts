import type { Shape } from '../reading/shape.js';
import type { Comparison, Schemas } from './comparison.js';
import { breaks, type Detail, type Effect } from './detail.js';
import type { Part, Stand } from './schema-pair.js';

/** Two schemas that are looked at, and what was found of them so far. */
export interface Looking {
  comparison: Comparison;
  stand: Stand;
  one: Shape;
  other: Shape;
  details: Detail[];
  parts: Part[];
}

/** Stands for a schema that takes any value. */
export const anything: Schemas = [{ value: {}, place: null }];

/** Tells a difference of what values are taken. */
export function tell({ details, stand }: Looking, message: string, effect: Effect): void {
  details.push({ at: '', message, isBreaking: breaks(stand.direction, effect) });
}

/** Has schemas compared that stand within those that are looked at. */
export function addPart({ parts, stand }: Looking, step: string, schemas: { before: Schemas; after: Schemas }): void {
  parts.push({ step, stand: { ...schemas, direction: stand.direction } });
}
