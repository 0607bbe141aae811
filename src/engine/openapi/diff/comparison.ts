import type { LocatedValue } from '../reading/json-path.js';
import type { SpecDocument } from '../reading/reader.js';
import { maxParts } from '../reading/schema-parts.js';
import { type MergedSchema, mergeSchemas } from '../reading/shape.js';
import { createEquality } from './changed-references.js';
import type { Equality } from './equality.js';
import type { Finding } from './finding.js';
import type { SchemaPair } from './schema-pair.js';
import type { Outcome } from './tentative-comparison.js';
import { newWorkBudget, spendWork, type WorkBudget } from './work-budget.js';

/** Schemas that apply together: a value must satisfy all of them. */
export type Schemas = readonly LocatedValue[];

/** One of the two documents that are compared. */
export interface Side {
  reader: SpecDocument;
  /** Merged schemas by the keys of their schemas. */
  shapes: Map<string, MergedSchema>;
}

/** State of the comparison of two documents. */
export interface Comparison {
  before: Side;
  after: Side;
  /**
   * Reports whether two values have the same meaning, including everything that they refer to. Returns false if the
   * texts are not sufficient to decide this.
   */
  isSame: Equality;
  /** Pairs of schemas by key; each pair is compared once. */
  pairs: Map<string, SchemaPair>;
  /** Pairs that are not compared yet. */
  pendingPairs: SchemaPair[];
  /** Results of tentative comparisons. */
  tentativeOutcomes: Map<string, Outcome>;
  /** Current nesting depth of tentative comparisons. */
  tentativeDepth: number;
  /**
   * Work budget for the search for values that match two variants of `oneOf`. Once it is used up, the search finds no
   * values.
   */
  overlapBudget: WorkBudget;
  /** Findings for values that several operations share, by key. */
  shared: Map<string, Finding[]>;
  /** Numbers of schema values. The keys of schemas consist of these numbers. */
  numbers: Map<unknown, number>;
  /** Day of the comparison, such as `2026-12-31`. It determines whether a sunset has been reached. */
  today: string;
  work: WorkBudget;
}

/**
 * Creates the state of a comparison of two documents.
 * @param today day such as `2026-12-31`
 */
export function newComparison(before: SpecDocument, after: SpecDocument, today: string): Comparison {
  const work = newWorkBudget();
  return {
    before: { reader: before, shapes: new Map() },
    after: { reader: after, shapes: new Map() },
    isSame: createDocumentEquality(before, after, work),
    pairs: new Map(),
    pendingPairs: [],
    tentativeOutcomes: new Map(),
    tentativeDepth: 0,
    overlapBudget: newWorkBudget(50_000),
    shared: new Map(),
    numbers: new Map(),
    today,
    work,
  };
}

/**
 * Creates the equality check for two documents. Values of Swagger 2.0 and OpenAPI 3 are never equal, because the same
 * text has different meanings.
 */
function createDocumentEquality(before: SpecDocument, after: SpecDocument, work: WorkBudget): Equality {
  const isOther = before.dialect !== after.dialect && [before, after].some(({ dialect }) => dialect === '2.0');
  return isOther ? () => false : createEquality(before, after, work);
}

/** Reports whether two lists of schemas have the same meaning. */
export function areSame({ isSame }: Comparison, before: Schemas, after: Schemas): boolean {
  return before.length === after.length && before.every((one, index) => isSame(one.value, after[index]!.value));
}

/** Merges schemas into one; the result is cached. */
export function shapeIn(comparison: Comparison, side: Side, schemas: Schemas): MergedSchema {
  const key = schemasKey(comparison, schemas);
  const known = side.shapes.get(key);
  if (known) return known;
  const shape = mergeSchemas(side.reader, schemas);
  spendWork(comparison.work, 4 * shape.parts.length + shape.properties.size + (shape.values?.size ?? 0));
  if (shape.parts.length >= maxParts) comparison.work.isCut = true;
  side.shapes.set(key, shape);
  return shape;
}

/** Returns the findings for values that operations share. They are computed once for each combination of values. */
export function computeOnce(comparison: Comparison, values: readonly unknown[], compare: () => Finding[]): Finding[] {
  const key = values.map((value) => idOfValue(comparison, value)).join();
  const found = comparison.shared.get(key) ?? compare();
  comparison.shared.set(key, found);
  return found;
}

/** Returns a key for schemas. It depends on the identity of their values, not on their position. */
export function schemasKey(comparison: Comparison, schemas: Schemas): string {
  spendWork(comparison.work, schemas.length / 4);
  return schemas.map(({ value }) => idOfValue(comparison, value)).join();
}

function idOfValue({ numbers }: Comparison, value: unknown): number {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
}
