import { notFound } from '../../errors.js';
import type { Queries } from '../../store/queries.js';
import { storedAddress } from './email-address.js';

/** The id of the user who has an e-mail address, whatever its case; undefined where there is none. */
export async function findUserId({ sql, first }: Queries, email: string): Promise<string | undefined> {
  return (await first(sql.selectFrom('User').select('id').where('email', '=', storedAddress(email))))?.id;
}

/** The id of a user who is named by id or e-mail address. @throws NOT_FOUND where there is none. */
export async function userIdOf(read: Queries, user: string): Promise<string> {
  const byId = read.sql.selectFrom('User').select('id').where('id', '=', user);
  const id = user.includes('@') ? await findUserId(read, user) : (await read.first(byId))?.id;
  if (!id) throw notFound('user', user);
  return id;
}
