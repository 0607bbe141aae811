import { randomBytes } from 'node:crypto';
import { searchKeyOf } from './search-key.js';

/**
 * Returns the name for an erased person or removed service account: `Former member 7f3a`, with four random hexadecimal
 * digits.
 */
export function newFormerName(): string {
  return `Former member ${randomBytes(2).toString('hex')}`;
}

/** Returns the column values that erase the data of a user. The row stays, because content names it as its author. */
export function formerMemberColumns(displayName: string, at: Date) {
  return {
    ...{ displayName, email: null, photoURL: null, emailVerifiedAt: null, mutedMails: null, erasedAt: at },
    searchKey: searchKeyOf({ displayName, email: null }),
  };
}
