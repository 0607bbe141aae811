import type { FindText } from '../../../api/graphql/find-text.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Store } from '../../../platform/db/write/store.js';

/** Time that a text is cached, in milliseconds. It is short, because another process may replace the text. */
const cacheMs = 60_000;

/** Returns a function that finds the texts of persisted documents in a store, and caches them. */
export function createFindText(store: Store): FindText {
  const texts = createCache<string>({ name: 'persisted documents', weigh: ({ length }) => 2 * length, ttl: cacheMs });
  return async (key, client) => {
    const cacheKey = JSON.stringify([client ?? null, key]);
    const text = texts.get(cacheKey) ?? (await read(store, key, client));
    if (text !== undefined) texts.set(cacheKey, text);
    return text;
  };
}

async function read({ read }: Store, key: string, client: string | undefined): Promise<string | undefined> {
  const query = read.sql.selectFrom('PersistedDocument').select('text').where('key', '=', key);
  return (await read.first(client === undefined ? query.limit(1) : query.where('client', '=', client)))?.text;
}
