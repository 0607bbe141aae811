import { sql } from 'kysely';
import type { Store } from './store.js';

/** Number of pages of the full-text index that one transaction merges. */
const pagesAtOnce = 200;

/**
 * Removes the tokens of deleted pages from the full-text index of SQLite, in short transactions. A deletion only marks
 * them, and a merge of the whole index leaves them out. Postgres does this by itself.
 */
export async function dropDeletedTerms(store: Store): Promise<void> {
  if (store.provider !== 'sqlite') return;
  // A negative number begins a merge of the whole index; a positive one continues it.
  for (let pages = -pagesAtOnce; await merge(store, pages); pages = pagesAtOnce);
}

/** Merges some pages. Returns false if nothing was left to merge. */
function merge(store: Store, pages: number): Promise<boolean> {
  return store.transaction(async ({ read }) => {
    const structure = sql<{ text: string }>`select hex("block") as "text" from search_fts_data where "id" = 10`;
    const before = await read.first(structure);
    await read.all(sql`insert into search_fts(search_fts, rank) values ('merge', ${pages})`);
    return (await read.first(structure))?.text !== before?.text;
  });
}
