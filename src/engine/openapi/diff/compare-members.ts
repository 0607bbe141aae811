import { membersOrEmpty } from '../../base/members.js';
import type { MergedSchema } from '../reading/shape.js';
import { includesType } from '../reading/shape.js';
import { patternSchemas } from './compare-items.js';
import { typesOf } from './compare-types.js';
import { areSame, type Comparison, type Schemas, type Side, shapeIn } from './comparison.js';
import type { Direction } from './detail.js';
import { addPart, anySchema, type TraversalContext } from './traversal-context.js';

/** Compares the properties of objects, and which of them are required. */
export function compareMembers(context: TraversalContext): void {
  const { one, other } = context;
  if (![one, other].every((shape) => includesType(typesOf(shape), 'object'))) return;
  const names = new Set([one, other].flatMap(({ properties, required }) => [...properties.keys(), ...required]));
  for (const name of names) compareProperty(context, name);
  const patterns = [patternSchemas(one), patternSchemas(other)] as const;
  for (const pattern of new Set(patterns.flatMap((all) => [...all.keys()])))
    addPart(context, `/(${pattern.slice(0, 100)})`, {
      before: patterns[0].get(pattern) ?? anySchema,
      after: patterns[1].get(pattern) ?? anySchema,
    });
  compareAdditional(context);
}

/** A property in one version of the document. */
interface Property {
  /** Schemas of the property; undefined if the property does not exist or is hidden in this direction. */
  schemas: Schemas | undefined;
  /** Whether the property occurs only in the other direction (`readOnly` or `writeOnly`). */
  isHidden: boolean;
  isRequired: boolean;
}

function compareProperty(context: TraversalContext, name: string): void {
  const { comparison, input, one, other } = context;
  const [was, is] = [one.properties.get(name), other.properties.get(name)];
  if (was && is && one.required.has(name) === other.required.has(name) && areSame(comparison, was, is)) return;
  const before = findProperty({ comparison, side: comparison.before, direction: input.direction }, one, name);
  const after = findProperty({ comparison, side: comparison.after, direction: input.direction }, other, name);
  if (before.schemas && after.schemas) {
    compareRequired(context, name, { before, after });
    addPart(context, `/${name}`, { before: before.schemas, after: after.schemas });
  } else if (before.schemas) reportRemoved(context, name, { before, after });
  else if (after.schemas) reportAdded(context, name, { before, after });
  else if (!before.isHidden && !after.isHidden) compareRequired(context, name, { before, after });
}

interface PropertyLookup {
  comparison: Comparison;
  side: Side;
  direction: Direction;
}

function findProperty(lookup: PropertyLookup, shape: MergedSchema, name: string): Property {
  const schemas = shape.properties.get(name);
  const isHidden =
    schemas !== undefined && hasFlag(lookup, schemas, lookup.direction === 'sent' ? 'readOnly' : 'writeOnly');
  const isRequired = shape.required.has(name) && !isHidden;
  return { schemas: isHidden ? undefined : schemas, isHidden, isRequired };
}

function hasFlag({ comparison, side }: PropertyLookup, schemas: Schemas, word: 'readOnly' | 'writeOnly'): boolean {
  const { parts } = shapeIn(comparison, side, schemas);
  return [...schemas, ...parts].some(({ value }) => membersOrEmpty(value)[word] === true);
}

interface Properties {
  before: Property;
  after: Property;
}

function addPropertyDetail(
  { details }: TraversalContext,
  name: string,
  [message, isBreaking]: [message: string, isBreaking: boolean],
): void {
  details.push({ at: `/${name}`, message, isBreaking });
}

/**
 * Reports whether a property became required or optional. A required property with a default does not break callers
 * that omit it.
 */
function compareRequired(context: TraversalContext, name: string, { before, after }: Properties): void {
  if (before.isRequired === after.isRequired) return;
  const isSent = context.input.direction === 'sent';
  const hasDefault = defaultOf(context, after);
  const message = after.isRequired
    ? `the property might be absent and is required now${hasDefault ? ', with a default' : ''}`
    : 'the property was required and may be absent now';
  addPropertyDetail(context, name, [message, after.isRequired ? isSent && !hasDefault : !isSent]);
}

function reportRemoved(context: TraversalContext, name: string, { before, after }: Properties): void {
  const isSent = context.input.direction === 'sent';
  const { additional } = context.other;
  const hidden = isSent ? 'the property is read-only now' : 'the property is write-only now';
  const message = after.isHidden ? hidden : 'the property was removed';
  addPropertyDetail(context, name, [message, isSent ? additional === false && !after.isHidden : true]);
  if (after.isRequired) compareRequired(context, name, { before, after });
  // If callers still send the removed property, its value must now satisfy `additionalProperties`.
  if (isSent && Array.isArray(additional) && !after.isHidden)
    addPart(context, `/${name}`, { before: before.schemas!, after: additional });
}

function reportAdded(context: TraversalContext, name: string, { before, after }: Properties): void {
  const isSent = context.input.direction === 'sent';
  const need = after.isRequired ? 'required' : 'optional';
  const hiddenText = isSent ? `the ${need} property was read-only` : `the ${need} property was write-only`;
  const message = before.isHidden ? `${hiddenText} and is not now` : `the ${need} property was added`;
  const isNeeded = after.isRequired && !before.isRequired && !defaultOf(context, after);
  addPropertyDetail(context, name, [message, isSent && isNeeded]);
  if (before.isRequired) compareRequired(context, name, { before, after });
  // Before the property was added, a value with its name had to satisfy `additionalProperties`.
  const { additional } = context.one;
  if (Array.isArray(additional) && !before.isHidden)
    addPart(context, `/${name}`, { before: additional, after: after.schemas! });
}

function defaultOf({ comparison }: TraversalContext, { schemas }: Property): boolean {
  const { parts } = schemas ? shapeIn(comparison, comparison.after, schemas) : { parts: [] };
  return [...(schemas ?? []), ...parts].some(({ value }) => membersOrEmpty(value).default !== undefined);
}

/** Compares `additionalProperties`. Callers that receive objects must expect undocumented properties. */
function compareAdditional(context: TraversalContext): void {
  const [before, after] = [context.one.additional, context.other.additional];
  if (before === after) return;
  const isSent = context.input.direction === 'sent';
  if (after === false) addPropertyDetail(context, '*', ['other properties were taken and are refused now', isSent]);
  else if (before === false)
    addPropertyDetail(context, '*', ['other properties were refused and are taken now', false]);
  else
    addPart(context, '/*', {
      before: before === true ? anySchema : before,
      after: after === true ? anySchema : after,
    });
}
