import { sealedKey, unseal } from '../../signed/sealed.js';
import type { Row } from '../../store/rows.js';

/** How long a replaced key still holds: its tokens are under way for an hour at most. */
const overlap = 60 * 60 * 1000;

type Keys = Pick<Row<'Site'>, 'signingKey' | 'oldSigningKey' | 'oldSigningKeyEndsAt'>;

/** The columns of a site whose key is replaced: the one before holds on for an hour, the one before that no longer. */
export function replacedKey(secret: string, { signingKey }: Pick<Keys, 'signingKey'>, at: Date) {
  const oldSigningKeyEndsAt = signingKey === null ? null : new Date(at.getTime() + overlap);
  return { signingKey: sealedKey(secret, 'signing-key'), oldSigningKey: signingKey, oldSigningKeyEndsAt };
}

/** The key that signs the tokens of a site's visitors; null where none was made yet, or the server's secret is another. */
export function signingKeyOf(secret: string, { signingKey }: Pick<Keys, 'signingKey'>): string | null {
  return signingKey === null ? null : unseal(secret, 'signing-key', signingKey);
}

/** The key before that, while its tokens are still taken; null where none is, or it cannot be read. */
export function oldSigningKeyOf(secret: string, { oldSigningKey, oldSigningKeyEndsAt }: Keys, at: Date): string | null {
  const holds = oldSigningKeyEndsAt !== null && new Date(oldSigningKeyEndsAt) > at;
  return holds ? signingKeyOf(secret, { signingKey: oldSigningKey }) : null;
}

/** The keys whose tokens a site takes at a time, the current one first; empty where none can be read. */
export function signingKeysOf(secret: string, site: Keys, at: Date): string[] {
  return [signingKeyOf(secret, site), oldSigningKeyOf(secret, site, at)].filter((key) => key !== null);
}
