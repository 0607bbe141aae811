import type { Row } from '../../../platform/db/query/rows.js';
import { type Sealer, sealedKey } from '../../../platform/secrets/sealed.js';

/** How long a replaced key still holds: its tokens are under way for an hour at most. */
const overlap = 60 * 60 * 1000;

type Keys = Pick<Row<'Site'>, 'signingKey' | 'oldSigningKey' | 'oldSigningKeyEndsAt'>;

/**
 * The columns of a site whose key is replaced: the one before holds on for an hour, unless no secret opens it; the one before
 * that no longer.
 */
export function replacedKey(sealer: Sealer, { signingKey }: Pick<Keys, 'signingKey'>, at: Date) {
  const oldSigningKey = signingKey !== null && sealer.find('signing-key', signingKey) ? signingKey : null;
  const oldSigningKeyEndsAt = oldSigningKey === null ? null : new Date(at.getTime() + overlap);
  return { signingKey: sealedKey(sealer, 'signing-key'), oldSigningKey, oldSigningKeyEndsAt };
}

/** The key that signs the tokens of a site's visitors; null if none was made yet. */
export function signingKeyOf(sealer: Sealer, { signingKey }: Pick<Keys, 'signingKey'>): string | null {
  return signingKey === null ? null : sealer.open('signing-key', signingKey);
}

/** The key before that, while its tokens are still taken; null if none is. */
export function oldSigningKeyOf(sealer: Sealer, { oldSigningKey, oldSigningKeyEndsAt }: Keys, at: Date): string | null {
  const holds = oldSigningKeyEndsAt !== null && new Date(oldSigningKeyEndsAt) > at;
  return holds ? signingKeyOf(sealer, { signingKey: oldSigningKey }) : null;
}

/** The keys whose tokens a site takes at a time, the current one first; empty if the site has none. */
export function signingKeysOf(sealer: Sealer, site: Keys, at: Date): string[] {
  return [signingKeyOf(sealer, site), oldSigningKeyOf(sealer, site, at)].filter((key) => key !== null);
}
