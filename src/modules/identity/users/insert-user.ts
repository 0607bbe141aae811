import { newId } from '../../../platform/base/ids.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { storedAddress } from './email-address.js';
import { searchKeyOf } from './search-key.js';

/** Who a new user is. */
export interface NewPerson {
  email: string;
  displayName: string;
  /** When somebody vouched for the address; absent: nobody has. */
  emailVerifiedAt?: Date;
}

/** The row of a new user, with its id, its address as it is stored and the key that it is found by. */
export function userRow({ email, displayName, emailVerifiedAt }: NewPerson, createdAt: Date) {
  const named = { email: storedAddress(email), displayName };
  return {
    id: newId('User'),
    ...named,
    createdAt,
    emailVerifiedAt: emailVerifiedAt ?? null,
    searchKey: searchKeyOf(named),
  };
}

/** Makes a user; fails where the address is taken. @returns its row */
export async function insertUser({ tx, at }: Pick<UnitOfWork, 'tx' | 'at'>, person: NewPerson) {
  const data = userRow(person, at);
  await tx.prisma.user.create({ data, select: { id: true } });
  return data;
}
