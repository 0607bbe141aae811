import type { Row } from '../../../platform/db/query/rows.js';
import { signatureOf } from '../../../platform/secrets/signatures.js';

/** Returns the key of the tokens with which members who signed in on this server visit a site at its own host. */
export function memberKey(secret: string, { id }: Pick<Row<'Site'>, 'id'>): string {
  return signatureOf(secret, ['site member', id]);
}
