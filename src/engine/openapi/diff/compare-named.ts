import { type LocatedValue, memberAt, membersAt } from '../reading/json-path.js';
import type { SpecDocument } from '../reading/reader.js';
import type { Comparison } from './comparison.js';
import type { Detail, Direction } from './detail.js';
import { type DetailReport, limitDetails, reportDetails } from './report-details.js';
import { findPair, type SchemaPair } from './schema-pair.js';

/**
 * A schema that has a name in both documents, as one pair for each direction; null if the two versions are equivalent.
 */
export interface NamedPair {
  name: string;
  pairs: Record<Direction, SchemaPair | null>;
}

const directions: readonly Direction[] = ['sent', 'got'];

/** Returns the named schemas of a document. */
export function namedSchemas({ root, dialect }: SpecDocument): Map<string, LocatedValue> {
  if (dialect === '2.0') return new Map(membersAt(memberAt(root, 'definitions')));
  const components = memberAt(root, 'components');
  return new Map(membersAt(components && memberAt(components, 'schemas')));
}

/** Creates the pairs for a schema that has the same name in both documents. */
export function pairNamed(
  comparison: Comparison,
  name: string,
  { before, after }: { before: LocatedValue; after: LocatedValue },
): NamedPair {
  const [sent, got] = directions.map((direction) =>
    findPair(comparison, { before: [before], after: [after], direction }),
  );
  return { name, pairs: { sent: sent!, got: got! } };
}

/** Returns the names and directions of the named schemas that the pairs use, directly or in nested schemas. */
export function usedSchemas(roots: readonly SchemaPair[]): ReadonlySet<string> {
  const uses = new Set<string>();
  const seen = new Set(roots);
  const open = [...roots];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    for (const name of pair.names) uses.add(useKey(name, pair.direction));
    for (const { pair: inner } of pair.parts) {
      if (seen.has(inner)) continue;
      seen.add(inner);
      open.push(inner);
    }
  }
  return uses;
}

/**
 * Returns the differences between two versions of a named schema. A difference is breaking for a direction only if
 * operations use the schema in that direction.
 */
export function namedDetails(
  detailReport: DetailReport,
  { name, pairs }: NamedPair,
  uses: ReadonlySet<string>,
): Detail[] {
  const found = new Map<string, Detail>();
  for (const direction of directions) {
    const pair = pairs[direction];
    for (const detail of pair ? reportDetails(detailReport, [{ at: '', pair }]) : []) {
      const key = `${detail.at} ${detail.message}`;
      const isBreaking = detail.isBreaking && uses.has(useKey(name, direction));
      found.set(key, { ...detail, isBreaking: isBreaking || found.get(key)?.isBreaking === true });
    }
  }
  return limitDetails([...found.values()]);
}

function useKey(name: string, direction: Direction): string {
  return `${direction} ${name}`;
}
