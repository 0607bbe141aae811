import { fold } from '../../../platform/db/query/fold.js';

/**
 * Returns the text that a search for people matches: name and address, folded. It is never empty, because '' marks a
 * user without a search key.
 */
export function searchKeyOf({ displayName, email }: { displayName: string; email: string }): string {
  return fold(`${displayName}\n${email}`);
}
