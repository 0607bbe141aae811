import type { Queries } from '../../../platform/db/query/queries.js';

/** Stored and required version of the index of a space. */
interface IndexState {
  /** Version of the index; null if the space has none. */
  version: number | null;
  current: number;
  /** Whether the head has pages to index. A space without pages may have no index. */
  isNeeded: boolean;
}

/** Returns the beginning of a sentence about a missing or an old index; null if the index is usable or not needed. */
export function describeIndex({ version, current, isNeeded }: IndexState): string | null {
  if (version === null) return isNeeded ? 'is not indexed' : null;
  return version === current ? null : `is indexed by version ${version} instead of ${current}`;
}

/** Reads the version of the index of a space; null if it has none. */
export async function readVersion(
  read: Queries,
  table: 'SearchSpace' | 'LinkSpace',
  spaceId: string,
): Promise<number | null> {
  const query = read.sql.selectFrom(table).select('version').where('spaceId', '=', spaceId);
  return (await read.first(query))?.version ?? null;
}
