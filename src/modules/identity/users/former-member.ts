import { randomBytes } from 'node:crypto';
import { searchKeyOf } from './search-key.js';

/** Returns the name that replaces the name of a person or service account: `Former member 7f3a`, with random digits. */
export function newFormerName(): string {
  return `Former member ${randomBytes(2).toString('hex')}`;
}

/** Returns the columns that erase a user. The id stays as the author of the content. */
export function formerMemberColumns(displayName: string, at: Date) {
  return {
    ...{ displayName, email: null, photoURL: null, emailVerifiedAt: null, mutedMails: null, erasedAt: at },
    searchKey: searchKeyOf({ displayName, email: null }),
  };
}
