import type { Place } from '../../../access/effective-role.js';
import { authorize } from '../../../access/policy.js';
import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockSpacesIn } from '../../content/collections/contents.js';
import { lockAllBelow } from '../../content/collections/levels.js';
import { lockInPlace } from '../../content/collections/lock-in-place.js';
import { placeRole, readTarget } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** What is to go to another organization. */
export interface Transfer {
  kind: 'space' | 'collection';
  /** Id of the space or collection. */
  id: string;
  /** Id of the organization that it goes to. */
  organization: string;
}

/** What goes, locked: the space or collection that is named, and all that lies in it. */
export interface Leaving {
  place: Row<'Space' | 'Collection'>;
  /** Ids of the organizations that it leaves and comes to. */
  from: string;
  to: string;
  /** The collection and those in it; none where a space goes. */
  collections: Place[];
  /** The spaces that go along; deleted ones stay. */
  spaces: Place[];
}

const kinds = {
  space: { table: 'Space', action: 'space.transfer' },
  collection: { table: 'Collection', action: 'collection.transfer' },
} as const;

/**
 * Locks what is to go, first the collection that it leaves: nothing comes into it or changes its access meanwhile.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockTransfer(unit: UnitOfWork, { kind, id, organization: to }: Transfer): Promise<Leaving> {
  const { table, action } = kinds[kind];
  const place = await lockInPlace(unit, table, { id, action });
  const leaving = { place, from: place.organizationId, to };
  if (kind === 'space') return { ...leaving, collections: [], spaces: [place] };
  const collections = await lockAllBelow(unit.tx, id);
  const inner = await lockSpacesIn(
    unit,
    collections.map((one) => one.id),
  );
  return { ...leaving, collections, spaces: inner.filter(({ deletedAt }) => deletedAt === null) };
}

/**
 * Judges a transfer: it takes the role admin in the organization that loses what goes, whatever was granted on it, and
 * creating in the one that it goes to.
 * @throws FORBIDDEN; NOT_FOUND for an organization that the viewer does not see; CONFLICT where it is there already;
 * PRECONDITION_FAILED for a space that a site shows.
 */
export async function requireTransfer(
  unit: UnitOfWork,
  { kind, id, organization }: Transfer,
  leaving: Leaving,
): Promise<void> {
  const { place, spaces, from, to } = leaving;
  authorize(unit.viewer, kinds[kind].action, await placeRole(unit, place));
  if (from === to) throw new AppError('CONFLICT', `The transfer would change nothing: ${id} is in ${to} already`);
  await readTarget(unit, 'Organization', organization, 'organization.createContent');
  await requireOnNoSite(unit, spaces);
}

/** A site shows spaces of its own organization. */
async function requireOnNoSite({ tx: { read } }: UnitOfWork, spaces: Place[]): Promise<void> {
  const query = read.sql.selectFrom('SiteSpace').select('spaceId').orderBy('spaceId');
  const ids = spaces.map(({ id }) => id);
  const shown = await read.first(query.where(read.inList('spaceId', ids)).limit(1));
  if (!shown) return;
  const message = `The space ${shown.spaceId} cannot be transferred while a site of its organization shows it`;
  throw new AppError('PRECONDITION_FAILED', message, { reason: 'SHOWN_ON_SITE' });
}
