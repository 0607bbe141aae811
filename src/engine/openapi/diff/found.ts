import type { Located } from '../reading/place.js';
import type { Comparison } from './comparison.js';
import type { Detail, Direction } from './detail.js';
import { pairOf, type SchemaPair } from './schema-pair.js';

/** Schemas at a place of an operation, whose differences are told when all are compared. */
interface FoundPair {
  at: string;
  pair: SchemaPair;
}

/** A difference of an operation, or schemas of it that may have some. */
export type Found = Detail | FoundPair;

/** The schemas at a place; nothing where they mean the same. */
export function foundSchemas(
  comparison: Comparison,
  at: string,
  { before, after, direction }: { before: Located; after: Located; direction: Direction },
): Found[] {
  const pair = pairOf(comparison, { before: [before], after: [after], direction });
  return pair ? [{ at, pair }] : [];
}

/** A difference that breaks callers. */
export function breaking(at: string, message: string): Detail {
  return { at, message, isBreaking: true };
}

/** One that breaks nobody. */
export function harmless(at: string, message: string): Detail {
  return { at, message, isBreaking: false };
}
