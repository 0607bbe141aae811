import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate, type Values } from '../../../platform/db/write/change-rows.js';
import { createSealedKey, type Sealer } from '../../../platform/secrets/sealed.js';
import { changed } from '../../shared/changed.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { newKeyColumns } from './keys.js';
import { lockAudience } from './lock-audience.js';

/** An actor, and the sealer that encrypts the keys of sites. */
type KeyActor = Actor & { sealer: Sealer };

/** Changes to the authentication of visitors of a site. */
export interface AuthChanges {
  /** The only valid value is `custom`; if absent, the backend is unchanged. */
  backend?: string | null;
  /** Visitors without a valid token are redirected to this address; null for none. */
  fallbackURL?: string | null;
}

/**
 * Changes the authentication of visitors of a site.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a backend other than `custom`, and for an address that contains a
 * user name or password
 */
export function updatePublishingAuth(
  actor: KeyActor,
  name: SiteName,
  { backend = 'custom', fallbackURL: fallbackUrl }: AuthChanges,
): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockAudience(unit, name);
    if (backend !== 'custom')
      throw badInput(
        'backend',
        `\`backend\` must be "custom" (got ${JSON.stringify(backend)}): no integration is installed`,
      );
    if (fallbackUrl != null) refuseCredentials('fallbackURL', fallbackUrl);
    const columns = changed<Pick<Row<'Site'>, 'fallbackUrl'>>(site, omitUndefined({ fallbackUrl }));
    if (Object.keys(columns).length === 0) return;
    updateSiteRow(unit, site, { ...columns, updatedAt: unit.at });
    const { organizationId, id: targetId } = site;
    const changes = { fallbackURL: columns.fallbackUrl ?? null };
    unit.record({ organizationId, action: 'updateSitePublishingAuthById', targetId, changes });
  });
}

/**
 * Replaces the key that signs the tokens of visitors; the previous key stays valid for an hour.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function regenerateSigningKey(actor: KeyActor, name: SiteName): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockAudience(unit, name);
    updateSiteRow(unit, site, { ...newKeyColumns(actor.sealer, site, unit.at), updatedAt: unit.at });
    const { organizationId, id: targetId } = site;
    unit.record({ organizationId, action: 'regenerateSitePublishingAuthById', targetId });
  });
}

/**
 * Creates the signing key of a site that has none: an older site, or one whose key could not be decrypted and was
 * removed. Records no event, as the creation of a site records none for its key.
 * @returns the site's key, which a concurrent reader may have created
 * @throws NOT_FOUND, FORBIDDEN
 */
export function ensureSigningKey({ store, viewer, sealer }: KeyActor, name: SiteName): Promise<string> {
  return runAction({ store, viewer }, async (unit) => {
    const site = await lockSite(unit, name, 'site.viewAudience');
    const signingKey = site.signingKey ?? createSealedKey(sealer, 'signing-key');
    if (site.signingKey === null) updateSiteRow(unit, site, { signingKey });
    return sealer.open('signing-key', signingKey);
  });
}

function updateSiteRow({ tx }: UnitOfWork, { id }: Row<'Site'>, set: Values<'Site'>): void {
  bufferUpdate(tx, { table: 'Site', where: { id }, set });
}
