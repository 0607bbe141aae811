import type { AccessTarget } from '../../../access/effective-role.js';
import { authorize } from '../../../access/policy.js';
import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockSpacesIn } from '../../content/collections/contents.js';
import { lockAllBelow } from '../../content/collections/levels.js';
import { lockWithParents } from '../../content/collections/lock-with-parents.js';
import { requireRoomForSpaces } from '../../content/space-lifecycle/space-limit.js';
import { placeRole, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A request to transfer a space or collection to another organization. */
export interface Transfer {
  kind: 'space' | 'collection';
  /** Id of the space or collection. */
  id: string;
  /** Id of the organization that receives it. */
  organization: string;
}

/** The locked objects of a transfer: the requested space or collection, and everything in it. */
export interface LockedTransfer {
  place: Row<'Space' | 'Collection'>;
  /** Ids of the organization that the objects leave (`from`) and of the organization that receives them (`to`). */
  from: string;
  to: string;
  /** The collection and its descendants; empty for a space. */
  collections: AccessTarget[];
  /** The spaces that are transferred; deleted spaces are not. */
  spaces: AccessTarget[];
}

const kinds = {
  space: { table: 'Space', action: 'space.transfer' },
  collection: { table: 'Collection', action: 'collection.transfer' },
} as const;

/**
 * Locks the objects of a transfer. Locks the parent collection first, so that nothing is added and no access changes
 * during the transfer.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockTransfer(
  unit: UnitOfWork,
  { kind, id, organization: to }: Transfer,
): Promise<LockedTransfer> {
  const { table, action } = kinds[kind];
  const place = await lockWithParents(unit, table, { id, action });
  const locked = { place, from: place.organizationId, to };
  if (kind === 'space') return { ...locked, collections: [], spaces: [place] };
  const collections = await lockAllBelow(unit.tx, id);
  const contained = await lockSpacesIn(
    unit,
    collections.map((collection) => collection.id),
  );
  return { ...locked, collections, spaces: contained.filter(({ deletedAt }) => deletedAt === null) };
}

/**
 * Checks a transfer. The viewer must be an admin of the losing organization; a grant on the object is not enough. The
 * viewer must also be allowed to create content in the receiving organization.
 * @throws FORBIDDEN; NOT_FOUND for an organization that the viewer does not see
 * @throws CONFLICT if the object is already in the receiving organization, and with the reason SPACE_LIMIT;
 * PRECONDITION_FAILED for a space that a site shows
 */
export async function requireTransfer(
  unit: UnitOfWork,
  { kind, id, organization }: Transfer,
  locked: LockedTransfer,
): Promise<void> {
  const { place, spaces, from, to } = locked;
  authorize(unit.viewer, kinds[kind].action, await placeRole(unit, place));
  if (from === to) throw new AppError('CONFLICT', `The transfer would change nothing: ${id} is in ${to} already`);
  await readTarget(unit, 'Organization', organization, 'organization.createContent');
  await requireRoomForSpaces(unit, to, spaces.length);
  await requireNotOnSite(unit, spaces);
}

/** Refuses spaces that are on a site, because a site shows only spaces of its own organization. */
async function requireNotOnSite({ tx: { read } }: UnitOfWork, spaces: AccessTarget[]): Promise<void> {
  const query = read.sql.selectFrom('SiteSpace').select('spaceId').orderBy('spaceId');
  const ids = spaces.map(({ id }) => id);
  const siteSpace = await read.first(query.where(read.inList('spaceId', ids)).limit(1));
  if (!siteSpace) return;
  const message = `The space ${siteSpace.spaceId} cannot be transferred while a site of its organization shows it`;
  throw new AppError('PRECONDITION_FAILED', message, { reason: 'SHOWN_ON_SITE' });
}
