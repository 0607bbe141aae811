import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { updateLater, type Values } from '../../../platform/db/write/change-rows.js';
import { type Sealer, sealedKey } from '../../../platform/secrets/sealed.js';
import { type Act, type Actor, act } from '../../shared/act.js';
import { changed } from '../../shared/changed.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { present } from '../../shared/present.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import { replacedKey } from './keys.js';
import { lockAudience } from './lock-audience.js';

/** An actor, and the sealer of its keys. */
type KeyActor = Actor & { sealer: Sealer };

/** How visitors of a site are authenticated. */
export interface AuthChanges {
  /** Absent: as it is, which is `custom`. */
  backend?: string | null;
  /** Where visitors without a valid token are sent; null for nowhere. */
  fallbackURL?: string | null;
}

/**
 * Changes how visitors of a site are authenticated.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for another backend than `custom` and for credentials in the address
 */
export function updatePublishingAuth(
  actor: KeyActor,
  name: SiteName,
  { backend = 'custom', fallbackURL: fallbackUrl }: AuthChanges,
): Promise<void> {
  return act(actor, async (under) => {
    const site = await lockAudience(under, name);
    if (backend !== 'custom')
      throw badInput(
        'backend',
        `\`backend\` must be "custom" (got ${JSON.stringify(backend)}): no integration is installed`,
      );
    if (fallbackUrl != null) refuseCredentials('fallbackURL', fallbackUrl);
    const columns = changed<Pick<Row<'Site'>, 'fallbackUrl'>>(site, present({ fallbackUrl }));
    if (Object.keys(columns).length === 0) return;
    write(under, site, { ...columns, updatedAt: under.at });
    const { organizationId, id: targetId } = site;
    const changes = { fallbackURL: columns.fallbackUrl ?? null };
    under.record({ organizationId, action: 'updateSitePublishingAuthById', targetId, changes });
  });
}

/** Replaces the key that signs the tokens of visitors: the one before holds for another hour. @throws NOT_FOUND, FORBIDDEN */
export function regenerateSigningKey(actor: KeyActor, name: SiteName): Promise<void> {
  return act(actor, async (under) => {
    const site = await lockAudience(under, name);
    write(under, site, { ...replacedKey(actor.sealer, site, under.at), updatedAt: under.at });
    const { organizationId, id: targetId } = site;
    under.record({ organizationId, action: 'regenerateSitePublishingAuthById', targetId });
  });
}

/**
 * Gives a site a signing key that has none, as those have that were made before there were any. No event: it is what a site is
 * created with, and made for whoever looks first.
 * @returns the site's key, which another reader may have made meanwhile
 * @throws NOT_FOUND, FORBIDDEN
 */
export function makeSigningKey({ store, viewer, sealer }: KeyActor, name: SiteName): Promise<string> {
  return act({ store, viewer }, async (under) => {
    const site = await lockSite(under, name, 'site.viewAudience');
    const signingKey = site.signingKey ?? sealedKey(sealer, 'signing-key');
    if (site.signingKey === null) write(under, site, { signingKey });
    return sealer.open('signing-key', signingKey);
  });
}

function write({ tx }: Act, { id }: Row<'Site'>, set: Values<'Site'>): void {
  updateLater(tx, { table: 'Site', where: { id }, set });
}
