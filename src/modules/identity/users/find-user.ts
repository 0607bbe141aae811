import { notFound } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { addressForms } from './email-address.js';

/** A user who was found by e-mail address. */
export interface FoundUser {
  id: string;
  /** The address as it is stored. */
  email: string;
}

/** Reports whether a user has an e-mail address. Service accounts and erased people have none. */
export function hasAddress<User extends { email: string | null }>(user: User): user is User & { email: string } {
  return user.email !== null;
}

/** Finds the user with an e-mail address, in any case and normalization form; undefined if there is none. */
export async function findUserByEmail(read: Queries, email: string): Promise<FoundUser | undefined> {
  return (await findUsersByEmail(read, [email])).get(email);
}

/**
 * Finds users by e-mail address in one statement. The keys of the result are the addresses as the caller gave them. If
 * two users have different forms of an address, the user with the form in lower case takes precedence.
 */
export async function findUsersByEmail(
  read: Queries,
  emails: readonly string[],
): Promise<ReadonlyMap<string, FoundUser>> {
  const forms = read.inList('email', emails.flatMap(addressForms));
  const rows = await read.all(read.sql.selectFrom('User').select(['id', 'email']).where(forms));
  const byStored = new Map(rows.filter(hasAddress).map((user) => [user.email, user]));
  const found = emails.map((email) => [email, findByForm(addressForms(email), byStored)] as const);
  return new Map(found.filter((pair): pair is [string, FoundUser] => pair[1] !== undefined));
}

function findByForm(forms: string[], byStored: ReadonlyMap<string, FoundUser>): FoundUser | undefined {
  return forms.map((form) => byStored.get(form)).find((user) => user !== undefined);
}

/** Returns the id of the user with an id or e-mail address. @throws NOT_FOUND if there is none */
export async function resolveUserId(read: Queries, user: string): Promise<string> {
  const byId = read.sql.selectFrom('User').select('id').where('id', '=', user);
  const found = user.includes('@') ? await findUserByEmail(read, user) : await read.first(byId);
  if (!found) throw notFound('user', user);
  return found.id;
}
