import type { Row } from '../../../platform/db/query/rows.js';
import { signatureOf } from '../../../platform/secrets/signatures.js';

/**
 * Returns the key of the tokens that members use to visit a site at its own host, after they signed in on this server.
 */
export function memberKey(secret: string, { id }: Pick<Row<'Site'>, 'id'>): string {
  return signatureOf(secret, ['site member', id]);
}
