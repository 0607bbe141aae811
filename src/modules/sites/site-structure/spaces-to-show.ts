import { visiblePlaces } from '../../../access/place-access.js';
import { authorize } from '../../../access/policy.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { placeRole } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A space that a request adds to a site, and the field that names it. */
export interface SpaceReference {
  id: string;
  field: string;
}

/**
 * Locks the spaces to add to a site of an organization, and returns them by id. Adding a space requires the role create
 * on it. The lock prevents them from leaving the organization before the site shows them.
 * @throws BAD_USER_INPUT for a space that the organization does not have or the viewer cannot see; FORBIDDEN.
 */
export async function lockSpacesToShow(
  unit: UnitOfWork,
  organizationId: string,
  references: readonly SpaceReference[],
): Promise<Map<string, Row<'Space'>>> {
  const spaces = new Map((await findVisibleSpaces(unit, organizationId, references)).map((space) => [space.id, space]));
  for (const { id, field } of references)
    if (!spaces.has(id))
      throw badInput(field, `\`${field}\` must be a space of the organization (got ${JSON.stringify(id)})`);
  for (const space of spaces.values()) authorize(unit.viewer, 'space.publish', await placeRole(unit, space));
  return spaces;
}

async function findVisibleSpaces(
  { tx: { read }, viewer }: UnitOfWork,
  organizationId: string,
  references: readonly SpaceReference[],
): Promise<Row<'Space'>[]> {
  if (references.length === 0) return [];
  const ids = references.map(({ id }) => id);
  const query = read.sql
    .selectFrom('Space')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(read.inList('id', ids))
    .orderBy('id');
  const lockingQuery = read.provider === 'postgresql' ? query.forShare() : query;
  return visiblePlaces({ viewer, read }, 'space.view', await read.all(lockingQuery));
}
