import { newId } from '../../../platform/base/ids.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { storedAddress } from './email-address.js';
import { searchKeyOf } from './search-key.js';

/** Data of a new user. */
export interface NewPerson {
  email: string;
  displayName: string;
  /** When the address was verified; absent if it was not. */
  emailVerifiedAt?: Date;
}

/** Returns the row of a new user, with its id, its stored address and its search key. */
export function userRow({ email, displayName, emailVerifiedAt }: NewPerson, createdAt: Date) {
  const searchedColumns = { email: storedAddress(email), displayName };
  return {
    id: newId('User'),
    ...searchedColumns,
    createdAt,
    emailVerifiedAt: emailVerifiedAt ?? null,
    searchKey: searchKeyOf(searchedColumns),
  };
}

/** Creates a user. A unique violation is thrown if the address is in use. @returns the row of the user */
export async function insertUser({ tx, at }: Pick<UnitOfWork, 'tx' | 'at'>, person: NewPerson) {
  const data = userRow(person, at);
  await tx.prisma.user.create({ data, select: { id: true } });
  return data;
}
