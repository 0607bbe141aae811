import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';

/**
 * Returns the key that signs the tokens with which members visit the sites of their organization; null if there is none
 * yet.
 */
export function visitorKeyOf(sealer: Sealer, { visitorKey }: Pick<Row<'Organization'>, 'visitorKey'>): string | null {
  return visitorKey === null ? null : sealer.open('visitor-key', visitorKey);
}
