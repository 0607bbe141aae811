import { isPastRetention, retention } from '../../../access/space-retention.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { limits } from '../../../platform/base/limits.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { SpaceObject } from './in-space.js';
import { spacesById } from './loaders.js';

/** Milliseconds for which the list of expiring spaces is cached. */
const lifetime = limits.expiringSpaces.value * 1000;

/** Ids of spaces that are past their retention, or will be within `lifetime`. */
type Ids = ReadonlySet<string>;

/** Cached expiring spaces by organization. The cache started at the time `since`. */
interface Known {
  since: number;
  byOrganization: Map<string, Ids | Promise<Ids>>;
}

const knownBy = new WeakMap<Store, Known>();

/**
 * Reports whether the space of an object is past its retention. Loads the space only if it is an expiring one of its
 * organization. Those are read once a minute, so most requests read nothing. A space that is deleted after that read
 * has seven days left, so it cannot be missing. Loading the space detects that it was restored.
 */
export function isExpired(context: Context, object: SpaceObject): boolean | Promise<boolean> {
  const { byOrganization } = freshOf(context.store);
  const { organizationId } = object;
  let ids = byOrganization.get(organizationId);
  if (ids === undefined) {
    ids = readExpiring(context.store, organizationId);
    byOrganization.set(organizationId, ids);
    ids.then(
      (read) => byOrganization.set(organizationId, read),
      () => byOrganization.delete(organizationId),
    );
  }
  return ids instanceof Promise
    ? ids.then((read) => isSpaceExpired(context, read, object))
    : isSpaceExpired(context, ids, object);
}

function isSpaceExpired(context: Context, ids: Ids, { spaceId }: SpaceObject): boolean | Promise<boolean> {
  if (!ids.has(spaceId)) return false;
  return context.loaders.get(spacesById, spaceId).then(({ deletedAt }) => isPastRetention(deletedAt));
}

function freshOf(store: Store): Known {
  const known = knownBy.get(store);
  if (known && Math.abs(Date.now() - known.since) < lifetime) return known;
  const fresh: Known = { since: Date.now(), byOrganization: new Map() };
  knownBy.set(store, fresh);
  return fresh;
}

async function readExpiring({ read }: Store, organizationId: string): Promise<Ids> {
  const deletedUntil = new Date(Date.now() - retention + lifetime).toISOString();
  const spaces = read.sql.selectFrom('Space').select('id').where('organizationId', '=', organizationId);
  return new Set((await read.all(spaces.where('deletedAt', '<=', deletedUntil))).map(({ id }) => id));
}
