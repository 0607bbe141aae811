import type { Located } from '../reading/place.js';
import type { Reader } from '../reading/reader.js';
import { maxParts } from '../reading/schema-parts.js';
import { type Shape, shapeOf } from '../reading/shape.js';
import type { Equality } from './equality.js';
import type { Finding } from './finding.js';
import type { SchemaPair } from './schema-pair.js';
import type { Outcome } from './tentative-comparison.js';
import { sameness } from './touched.js';
import { newWork, spend, type Work } from './work.js';

/** Schemas that hold together: a value follows all of them. */
export type Schemas = readonly Located[];

/** One of the documents that are compared. */
export interface Side {
  reader: Reader;
  /** Shapes by the keys of their schemas. */
  shapes: Map<string, Shape>;
}

/** Two documents that are compared, and what is known of their schemas already. */
export interface Comparison {
  before: Side;
  after: Side;
  /** Whether two values mean the same, with all that they refer to; false where that is not told by their texts. */
  isSame: Equality;
  /** Pairs of schemas by their keys: each is compared once. */
  pairs: Map<string, SchemaPair>;
  /** Those that are not compared yet. */
  open: SchemaPair[];
  /** What came of variants that were tried. */
  trials: Map<string, Outcome>;
  /** Trials within trials that are under way. */
  trying: number;
  /** Work that the search for values which fit two variants of `oneOf` may do: without any left it finds none. */
  searching: Work;
  /** What was found of things that many operations share, by their keys. */
  shared: Map<string, Finding[]>;
  /** Numbers of the values of schemas. */
  numbers: Map<unknown, number>;
  /** The day of the comparison, `2026-12-31`: sunsets are judged by it. */
  today: string;
  work: Work;
}

/** Begins to compare two documents. @param today `2026-12-31` */
export function newComparison(before: Reader, after: Reader, today: string): Comparison {
  const work = newWork();
  return {
    before: { reader: before, shapes: new Map() },
    after: { reader: after, shapes: new Map() },
    isSame: samenessOf(before, after, work),
    pairs: new Map(),
    open: [],
    trials: new Map(),
    trying: 0,
    searching: newWork(50_000),
    shared: new Map(),
    numbers: new Map(),
    today,
    work,
  };
}

/** The text of a Swagger 2.0 says another thing in OpenAPI 3. */
function samenessOf(before: Reader, after: Reader, work: Work): Equality {
  const isOther = before.dialect !== after.dialect && [before, after].some(({ dialect }) => dialect === '2.0');
  return isOther ? () => false : sameness(before, after, work);
}

/** Whether two lists of schemas mean the same. */
export function areSame({ isSame }: Comparison, before: Schemas, after: Schemas): boolean {
  return before.length === after.length && before.every((one, index) => isSame(one.value, after[index]!.value));
}

/** The shape of schemas, read once. */
export function shapeIn(comparison: Comparison, side: Side, schemas: Schemas): Shape {
  const key = keyOf(comparison, schemas);
  const known = side.shapes.get(key);
  if (known) return known;
  const shape = shapeOf(side.reader, schemas);
  spend(comparison.work, 4 * shape.parts.length + shape.properties.size + (shape.values?.size ?? 0));
  if (shape.parts.length >= maxParts) comparison.work.isCut = true;
  side.shapes.set(key, shape);
  return shape;
}

/** What two values that operations share differ in, worked out once for each pair of them. */
export function onceFor(comparison: Comparison, values: readonly unknown[], compare: () => Finding[]): Finding[] {
  const key = values.map((value) => numberOf(comparison, value)).join();
  const found = comparison.shared.get(key) ?? compare();
  comparison.shared.set(key, found);
  return found;
}

/** What tells schemas apart: what they are, not where they stand. */
export function keyOf(comparison: Comparison, schemas: Schemas): string {
  spend(comparison.work, schemas.length / 4);
  return schemas.map(({ value }) => numberOf(comparison, value)).join();
}

function numberOf({ numbers }: Comparison, value: unknown): number {
  const number = numbers.get(value) ?? numbers.size;
  numbers.set(value, number);
  return number;
}
