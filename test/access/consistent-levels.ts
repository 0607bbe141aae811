import { expect } from 'vitest';
import type { Queries } from '../../src/platform/db/query/queries.js';

/**
 * Expects the closure table and the resolved access levels of an organization to match its parents and default levels.
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
  const upwards = (id: string | null): string[] =>
    id === null ? [] : [id, ...upwards(collections.find((one) => one.id === id)!.parentId)];
  const closure = collections.flatMap(({ id }) => upwards(id).map((ancestorId) => `${id} ${ancestorId}`));
  const query = read.sql.selectFrom('CollectionAncestor').select(['collectionId', 'ancestorId']);
  const storedPairs = (await read.all(query.where('organizationId', '=', organization))).map(
    ({ collectionId, ancestorId }) => `${collectionId} ${ancestorId}`,
  );
  expect(storedPairs.sort()).toEqual(closure.sort());
  for (const place of [...collections, ...spaces]) {
    const levels = upwards(place.parentId).map((id) => collections.find((one) => one.id === id)!.defaultLevel);
    const expected = [place.defaultLevel, ...levels].find((one) => one !== 'inherit');
    expect([place, place.resolvedLevel]).toEqual([place, expected === undefined ? 'inherit' : expected]);
  }
}
