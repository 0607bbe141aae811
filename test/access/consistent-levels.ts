import { expect } from 'vitest';
import type { Queries } from '../../src/platform/db/query/queries.js';

/**
 * Expects the closure table of an organization to match the parents of its places. Expects the resolved access levels
 * to match the default levels.
 */
export async function expectConsistentLevels(read: Queries, organization: string): Promise<void> {
  const columns = ['id', 'parentId', 'defaultLevel', 'resolvedLevel'] as const;
  const own = <T extends 'Collection' | 'Space'>(table: T) =>
    read.all(
      read.sql
        .selectFrom(table as 'Space')
        .select(columns)
        .where('organizationId', '=', organization),
    );
  const [collections, spaces] = [await own('Collection'), await own('Space')];
  const pathToRoot = (id: string | null): string[] =>
    id === null ? [] : [id, ...pathToRoot(collections.find((one) => one.id === id)!.parentId)];
  const closure = collections.flatMap(({ id }) => pathToRoot(id).map((ancestorId) => `${id} ${ancestorId}`));
  const query = read.sql.selectFrom('CollectionAncestor').select(['collectionId', 'ancestorId']);
  const storedPairs = (await read.all(query.where('organizationId', '=', organization))).map(
    ({ collectionId, ancestorId }) => `${collectionId} ${ancestorId}`,
  );
  expect(storedPairs.sort()).toEqual(closure.sort());
  for (const place of [...collections, ...spaces]) {
    const levels = pathToRoot(place.parentId).map((id) => collections.find((one) => one.id === id)!.defaultLevel);
    const expected = [place.defaultLevel, ...levels].find((one) => one !== 'inherit');
    expect([place, place.resolvedLevel]).toEqual([place, expected === undefined ? 'inherit' : expected]);
  }
}
