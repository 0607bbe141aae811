import type { Queries } from '../../store/queries.js';
import { storedAddress } from './email-address.js';

/** The id of the user who has an e-mail address, whatever its case; undefined where there is none. */
export async function findUserId({ sql, first }: Queries, email: string): Promise<string | undefined> {
  return (await first(sql.selectFrom('User').select('id').where('email', '=', storedAddress(email))))?.id;
}
