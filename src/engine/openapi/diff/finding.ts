import type { LocatedValue } from '../reading/json-path.js';
import type { Comparison } from './comparison.js';
import type { Detail, Direction } from './detail.js';
import { findPair, type SchemaPair } from './schema-pair.js';

/** A pair of schemas in an operation. Its differences are reported after all pairs have been compared. */
interface SchemaPairFinding {
  at: string;
  pair: SchemaPair;
}

/** A difference of an operation, or a pair of its schemas that may have differences. */
export type Finding = Detail | SchemaPairFinding;

/** Returns a finding for a pair of schemas; an empty list if they are equivalent. */
export function schemaFindings(
  comparison: Comparison,
  at: string,
  { before, after, direction }: { before: LocatedValue; after: LocatedValue; direction: Direction },
): Finding[] {
  const pair = findPair(comparison, { before: [before], after: [after], direction });
  return pair ? [{ at, pair }] : [];
}

/** Returns a difference that breaks callers. */
export function breaking(at: string, message: string): Detail {
  return { at, message, isBreaking: true };
}

/** Returns a difference that does not break callers. */
export function nonBreaking(at: string, message: string): Detail {
  return { at, message, isBreaking: false };
}
