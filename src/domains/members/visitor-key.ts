import { unseal } from '../../signed/sealed.js';
import type { Row } from '../../store/rows.js';

/**
 * The key that signs the tokens with which members visit the sites of their organization; null where none was made yet, or the
 * server's secret is another one since.
 */
export function visitorKeyOf(secret: string, { visitorKey }: Pick<Row<'Organization'>, 'visitorKey'>): string | null {
  return visitorKey === null ? null : unseal(secret, 'visitor-key', visitorKey);
}
