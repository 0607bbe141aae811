import type { Row } from '../../../platform/db/query/rows.js';
import { createSealedKey, type Sealer } from '../../../platform/secrets/sealed.js';

/** Time that a replaced key stays valid, in milliseconds, so that visitors can get new tokens in the meantime. */
const overlapMs = 60 * 60 * 1000;

type Keys = Pick<Row<'Site'>, 'signingKey' | 'oldSigningKey' | 'oldSigningKeyEndsAt'>;

/**
 * Returns the new values of the key columns of a site when its key is replaced. The previous key stays valid for an
 * hour, unless no secret can open it. Older keys become invalid.
 */
export function newKeyColumns(sealer: Sealer, { signingKey }: Pick<Keys, 'signingKey'>, at: Date) {
  const oldSigningKey = signingKey !== null && sealer.find('signing-key', signingKey) ? signingKey : null;
  const oldSigningKeyEndsAt = oldSigningKey === null ? null : new Date(at.getTime() + overlapMs);
  return { signingKey: createSealedKey(sealer, 'signing-key'), oldSigningKey, oldSigningKeyEndsAt };
}

/** Returns the key that signs the tokens of a site's visitors; null if it has none yet. */
export function signingKeyOf(sealer: Sealer, { signingKey }: Pick<Keys, 'signingKey'>): string | null {
  return signingKey === null ? null : sealer.open('signing-key', signingKey);
}

/** Returns the previous key while its tokens are accepted; otherwise null. */
export function oldSigningKeyOf(sealer: Sealer, { oldSigningKey, oldSigningKeyEndsAt }: Keys, at: Date): string | null {
  const isAccepted = oldSigningKeyEndsAt !== null && new Date(oldSigningKeyEndsAt) > at;
  return isAccepted ? signingKeyOf(sealer, { signingKey: oldSigningKey }) : null;
}

/** Returns the keys whose tokens a site accepts at a time, the current one first; empty if the site has none. */
export function signingKeysOf(sealer: Sealer, site: Keys, at: Date): string[] {
  return [signingKeyOf(sealer, site), oldSigningKeyOf(sealer, site, at)].filter((key) => key !== null);
}
