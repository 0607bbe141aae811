import { compareBounds } from './compare-bounds.js';
import { compareForms, compareVariants, isUnion } from './compare-forms.js';
import { compareItems } from './compare-items.js';
import { compareDiscriminators, compareKeywords } from './compare-keywords.js';
import { compareMembers } from './compare-members.js';
import { compareSchemaMetadata } from './compare-metadata.js';
import { schemaReferences } from './compare-outside.js';
import { compareOverlap } from './compare-overlap.js';
import { compareNull, compareTypes, haveCommonType } from './compare-types.js';
import { compareExtensibleValues, compareFormats, compareValues } from './compare-values.js';
import { type Comparison, shapeIn } from './comparison.js';
import { nonBreaking } from './finding.js';
import type { PairInput } from './schema-pair.js';
import type { TraversalContext } from './traversal-context.js';

/** Differences between two schemas without nested schemas, and the nested schemas to compare later. */
interface ComparedPair extends Pick<TraversalContext, 'details' | 'parts'> {
  /** True if the schemas refer to other documents, so that only the references can be compared. */
  isUnknown?: true;
}

/** Compares two schemas without their nested schemas. */
export function comparePair(comparison: Comparison, input: PairInput): ComparedPair {
  const context: TraversalContext = {
    comparison,
    input,
    one: shapeIn(comparison, comparison.before, input.before),
    other: shapeIn(comparison, comparison.after, input.after),
    details: [],
    parts: [],
  };
  const message = schemaReferences(comparison, context.one, context.other);
  if (message) return { details: [nonBreaking('', message)], parts: [], isUnknown: true };
  for (const compare of comparersOf(context)) compare(context);
  return context;
}

type Compare = (context: TraversalContext) => void;

const comparersOfAnySchema: readonly Compare[] = [compareOverlap, compareDiscriminators, compareSchemaMetadata];

const comparersOfPlainSchemas: readonly Compare[] = [
  compareValues,
  compareExtensibleValues,
  compareFormats,
  compareBounds,
  compareKeywords,
  compareMembers,
  compareItems,
  compareVariants,
];

/** Selects the comparisons to run. For most keywords, the two schemas must have a type in common. */
function comparersOf(context: TraversalContext): readonly Compare[] {
  if (isUnion(context)) return [compareForms, ...comparersOfAnySchema];
  return haveCommonType(context)
    ? [compareTypes, compareNull, ...comparersOfAnySchema, ...comparersOfPlainSchemas]
    : [compareTypes, compareNull, ...comparersOfAnySchema];
}
