import type { FindText } from '../../../api/graphql/find-text.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Store } from '../../../platform/db/write/store.js';

/** Milliseconds for which a text is cached; another process may replace it. */
const validFor = 60_000;

/** Returns a function that finds the documents of clients in a store, and caches them. */
export function createFindText(store: Store): FindText {
  const known = createCache<string>({ name: 'persisted documents', weigh: ({ length }) => 2 * length, ttl: validFor });
  return async (key, client) => {
    const name = JSON.stringify([client ?? null, key]);
    const text = known.get(name) ?? (await read(store, key, client));
    if (text !== undefined) known.set(name, text);
    return text;
  };
}

async function read({ read }: Store, key: string, client: string | undefined): Promise<string | undefined> {
  const query = read.sql.selectFrom('PersistedDocument').select('text').where('key', '=', key);
  return (await read.first(client === undefined ? query.limit(1) : query.where('client', '=', client)))?.text;
}
