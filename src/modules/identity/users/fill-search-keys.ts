import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { searchKeyOf } from './search-key.js';

/** Number of users that one transaction updates. */
const batchSize = 500;

/**
 * Sets the search key of users who were created before search keys existed. SQL cannot fold text as `fold` does, so a
 * migration cannot set it. The function may run repeatedly and concurrently.
 * @returns the number of updated users
 */
export async function fillSearchKeys(store: Store): Promise<number> {
  let filled = 0;
  for (;;) {
    const users = await store.read.all(
      store.read.sql
        .selectFrom('User')
        .select(['id', 'displayName', 'email'])
        .where('searchKey', '=', '')
        .limit(batchSize),
    );
    if (users.length === 0) return filled;
    await store.transaction((tx) => fillKeys(tx, users));
    filled += users.length;
  }
}

async function fillKeys(
  { prisma }: Transaction,
  users: { id: string; displayName: string; email: string | null }[],
): Promise<void> {
  for (const user of users) {
    await prisma.user.updateMany({ where: { id: user.id, searchKey: '' }, data: { searchKey: searchKeyOf(user) } });
  }
}
