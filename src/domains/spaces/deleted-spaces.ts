import { isPastRetention } from '../../access/space-retention.js';
import type { Context } from '../../graphql/context.js';
import type { Store } from '../../store/store.js';

/** Milliseconds after which the deleted spaces are read again. */
const lifetime = 60_000;

interface DeletedSpaces {
  /** When they were read, in milliseconds. */
  at: number;
  /** `deletedAt` by id. */
  byId: ReadonlyMap<string, string>;
}

const known = new WeakMap<Store, DeletedSpaces>();

/**
 * Whether a space is past its retention, without a read for each request: a space that is deleted after they were read has
 * seven days left. Returns a promise when they have to be read again.
 */
export function isGone(context: Context, spaceId: string): boolean | Promise<boolean> {
  const { store } = context;
  const isPast = ({ byId }: DeletedSpaces): boolean => {
    // The answer depends on the time, so no cache may keep it.
    if (byId.has(spaceId)) context.now();
    return isPastRetention(byId.get(spaceId));
  };
  const fresh = known.get(store);
  return fresh && Math.abs(Date.now() - fresh.at) < lifetime ? isPast(fresh) : readDeleted(store).then(isPast);
}

async function readDeleted(store: Store): Promise<DeletedSpaces> {
  const at = Date.now();
  const query = store.read.sql.selectFrom('Space').select(['id', 'deletedAt']).where('deletedAt', 'is not', null);
  const rows = await store.read.all(query);
  const deleted = { at, byId: new Map(rows.map(({ id, deletedAt }) => [id, deletedAt!])) };
  known.set(store, deleted);
  return deleted;
}
