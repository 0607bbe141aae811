import { isPastRetention, retention } from '../../../access/space-retention.js';
import type { Context } from '../../../api/graphql/execution/context.js';
import { limits } from '../../../platform/base/limits.js';
import { originOf, type Store } from '../../../platform/db/write/store.js';
import type { SpaceObject } from './in-space.js';
import { spacesById } from './loaders.js';

/** Time that the list of expiring spaces is cached, in milliseconds. */
const cacheMs = limits.expiringSpaces.value * 1000;

/** Ids of spaces that are past their retention, or will be while the list is cached. */
type SpaceIds = ReadonlySet<string>;

/** Cached expiring spaces by organization. `since` is the time when the cache was created. */
interface ExpiringSpaces {
  since: number;
  byOrganization: Map<string, SpaceIds | Promise<SpaceIds>>;
}

const cacheByStore = new WeakMap<Store, ExpiringSpaces>();

/**
 * Reports whether the space of an object is past its retention. Reads the organization's expiring spaces into a cache,
 * so most requests read nothing. The list is complete: a space that is deleted after the read still has seven days.
 * Loads a space that is in the list, because it may have been restored.
 */
export function isExpired(context: Context, object: SpaceObject): boolean | Promise<boolean> {
  const { byOrganization } = currentCache(context.store);
  const { organizationId } = object;
  let ids = byOrganization.get(organizationId);
  if (ids === undefined) {
    ids = readExpiringSpaces(context.store, organizationId);
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

function isSpaceExpired(context: Context, ids: SpaceIds, { spaceId }: SpaceObject): boolean | Promise<boolean> {
  if (!ids.has(spaceId)) return false;
  return context.loaders.get(spacesById, spaceId).then(({ deletedAt }) => isPastRetention(deletedAt));
}

function currentCache(given: Store): ExpiringSpaces {
  const store = originOf(given);
  const cached = cacheByStore.get(store);
  if (cached && Math.abs(Date.now() - cached.since) < cacheMs) return cached;
  const fresh: ExpiringSpaces = { since: Date.now(), byOrganization: new Map() };
  cacheByStore.set(store, fresh);
  return fresh;
}

async function readExpiringSpaces({ read }: Store, organizationId: string): Promise<SpaceIds> {
  const deletedUntil = new Date(Date.now() - retention + cacheMs).toISOString();
  const spaces = read.sql.selectFrom('Space').select('id').where('organizationId', '=', organizationId);
  return new Set((await read.all(spaces.where('deletedAt', '<=', deletedUntil))).map(({ id }) => id));
}
