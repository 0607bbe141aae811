import { fold } from '../../../platform/db/query/fold.js';

/** What people are found by: name and address, folded. Never empty, so that '' marks a row that still lacks it. */
export function searchKeyOf({ displayName, email }: { displayName: string; email: string }): string {
  return fold(`${displayName}\n${email}`);
}
