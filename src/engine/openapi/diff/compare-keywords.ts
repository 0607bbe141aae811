import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { acceptsEverything } from '../reading/accepts-everything.js';
import { includesType, type MergedSchema } from '../reading/shape.js';
import { typesOf } from './compare-types.js';
import { type Effect, formatValue, narrower, narrowerAndWider, wider } from './detail.js';
import { areEquivalent } from './equivalence.js';
import { addDetail, type TraversalContext } from './traversal-context.js';

/**
 * Keywords whose values are compared as a whole, each with the type that it applies to. A keyword without a type
 * applies to all types.
 */
const keywords: readonly (readonly [name: string, type?: string])[] = [
  ['pattern', 'string'],
  ['contentEncoding', 'string'],
  ['contentMediaType', 'string'],
  ['contentSchema', 'string'],
  ['uniqueItems', 'array'],
  ['contains', 'array'],
  ['unevaluatedItems', 'array'],
  ['propertyNames', 'object'],
  ['dependentRequired', 'object'],
  ['dependentSchemas', 'object'],
  ['unevaluatedProperties', 'object'],
  ['not'],
  ['if'],
  ['then'],
  ['else'],
  ['oneOf'],
];

/**
 * Reports other keywords that were added, removed or changed. If a keyword was added, a schema accepts fewer values; if
 * it was removed, more.
 */
export function compareKeywords(context: TraversalContext): void {
  const { comparison, one, other } = context;
  const isPlain = one.otherKeywords.size === 0 && other.otherKeywords.size === 0;
  for (const [name, type] of isPlain ? [] : keywords) {
    const [before, after] = [keywordValue(one, name), keywordValue(other, name)];
    if (before === undefined && after === undefined) continue;
    if (type && ![one, other].every((shape) => includesType(typesOf(shape), type))) continue;
    if (before !== undefined && after !== undefined && areEquivalent(comparison, { before, after })) continue;
    addDetail(context, `${name} was ${formatValue(before)} and is ${formatValue(after)}`, effectOf(before, after));
  }
}

/** Returns the value of a keyword; undefined if it allows everything. */
function keywordValue({ otherKeywords }: MergedSchema, name: string): Json | undefined {
  const value = otherKeywords.get(name);
  const forbidsNothing = name === 'uniqueItems' ? value === false : name === 'pattern' && acceptsEverything(value);
  return forbidsNothing ? undefined : value;
}

function effectOf(before: Json | undefined, after: Json | undefined): Effect {
  if (before === undefined) return narrower;
  return after === undefined ? wider : narrowerAndWider;
}

/** Compares discriminators. If the property name changes, callers send or read the wrong property. */
export function compareDiscriminators(context: TraversalContext): void {
  const [before, after] = [context.one, context.other].map(({ parts }) => {
    const discriminator = parts
      .map(({ value }) => membersOrEmpty(value).discriminator)
      .find((one) => one !== undefined);
    return typeof discriminator === 'string' ? discriminator : membersOrEmpty(discriminator).propertyName;
  });
  if (before === after) return;
  const effect = before === undefined ? narrower : after === undefined ? wider : narrowerAndWider;
  addDetail(context, `the discriminator was ${formatValue(before)} and is ${formatValue(after)}`, effect);
}
