import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Store } from '../../../platform/db/write/store.js';
import { storedAddress } from './email-address.js';
import { findUsersByEmail, hasAddress } from './find-user.js';

/** Two users whose e-mail addresses are equal after normalization. */
export interface EqualAddresses {
  /** Normalized address of both users. */
  normalized: string;
  /** Address of the second user as it is stored, not normalized. */
  stored: string;
  /** Ids of the two users; the first may have the normalized address. */
  users: [string, string];
}

/**
 * Lists users whose stored address is not normalized and, after normalization, equals another user's address. It
 * changes nothing, because only the operator knows who owns an address. It reads only addresses with characters outside
 * printable ASCII, because all others are in normal form.
 */
export async function findEqualAddresses({ read }: Store): Promise<EqualAddresses[]> {
  const email = sql.ref('email');
  const hasUnusualCharacters =
    read.provider === 'postgresql' ? sql<boolean>`${email} ~ '[^ -~]'` : sql<boolean>`${email} glob '*[^ -~]*'`;
  const usersWithUnusualAddress = await read.all(
    read.sql.selectFrom('User').select(['id', 'email']).where(hasUnusualCharacters).orderBy('email'),
  );
  const usersWithAddress = usersWithUnusualAddress.filter(hasAddress);
  const unnormalized = usersWithAddress.filter((user) => storedAddress(user.email) !== user.email);
  const byAddress = groupBy(unnormalized, (user) => storedAddress(user.email));
  const owners = await findUsersByEmail(read, [...byAddress.keys()]);
  return [...byAddress].flatMap(([normalized, users]) => {
    const owner = owners.get(normalized);
    const [first, ...otherUsers] = owner ? [owner, ...users] : users;
    return otherUsers.map(({ id, email: stored }): EqualAddresses => ({ normalized, stored, users: [first!.id, id] }));
  });
}
