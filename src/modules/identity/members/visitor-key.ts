import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';

/**
 * Returns the decrypted key that signs an organization's visitor tokens; null if there is none yet. Members visit the
 * sites of their organization with these tokens.
 */
export function visitorKeyOf(sealer: Sealer, { visitorKey }: Pick<Row<'Organization'>, 'visitorKey'>): string | null {
  return visitorKey === null ? null : sealer.open('visitor-key', visitorKey);
}
