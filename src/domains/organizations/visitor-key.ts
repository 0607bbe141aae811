import { randomBytes } from 'node:crypto';
import { seal, unseal } from '../../signed/sealed.js';
import type { Row } from '../../store/rows.js';

/** A key that signs the tokens with which members visit the sites of their organization, sealed: 256 random bits as text. */
export function newVisitorKey(secret: string): string {
  return seal(secret, 'visitor-key', randomBytes(32).toString('base64url'));
}

/** That key as it was made; null where there is none yet, or the server's secret is another one since. */
export function visitorKeyOf(secret: string, { visitorKey }: Pick<Row<'Organization'>, 'visitorKey'>): string | null {
  return visitorKey === null ? null : unseal(secret, 'visitor-key', visitorKey);
}
