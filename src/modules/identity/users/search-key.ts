import { foldText } from '../../../platform/db/query/fold.js';

/** Name and address of a user; service accounts have no address. */
interface NamedUser {
  displayName: string;
  email: string | null;
}

/**
 * Returns the text that a search for people examines: name and address, folded by `fold`. It is never empty, because an
 * empty text marks a user without a search key.
 */
export function searchKeyOf({ displayName, email }: NamedUser): string {
  return foldText(`${displayName}\n${email ?? ''}`);
}
