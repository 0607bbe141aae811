import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate, type Values } from '../../../platform/db/write/change-rows.js';
import { type Sealer, sealedKey } from '../../../platform/secrets/sealed.js';
import { changed } from '../../shared/changed.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { present } from '../../shared/present.js';
import { refuseCredentials } from '../../shared/refuse-credentials.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
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
  return runAction(actor, async (unit) => {
    const site = await lockAudience(unit, name);
    if (backend !== 'custom')
      throw badInput(
        'backend',
        `\`backend\` must be "custom" (got ${JSON.stringify(backend)}): no integration is installed`,
      );
    if (fallbackUrl != null) refuseCredentials('fallbackURL', fallbackUrl);
    const columns = changed<Pick<Row<'Site'>, 'fallbackUrl'>>(site, present({ fallbackUrl }));
    if (Object.keys(columns).length === 0) return;
    write(unit, site, { ...columns, updatedAt: unit.at });
    const { organizationId, id: targetId } = site;
    const changes = { fallbackURL: columns.fallbackUrl ?? null };
    unit.record({ organizationId, action: 'updateSitePublishingAuthById', targetId, changes });
  });
}

/** Replaces the key that signs the tokens of visitors: the one before holds for another hour. @throws NOT_FOUND, FORBIDDEN */
export function regenerateSigningKey(actor: KeyActor, name: SiteName): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockAudience(unit, name);
    write(unit, site, { ...replacedKey(actor.sealer, site, unit.at), updatedAt: unit.at });
    const { organizationId, id: targetId } = site;
    unit.record({ organizationId, action: 'regenerateSitePublishingAuthById', targetId });
  });
}

/**
 * Gives a site a signing key that has none, as those have that were made before there were any. No event: it is what a site is
 * created with, and made for whoever looks first.
 * @returns the site's key, which another reader may have made meanwhile
 * @throws NOT_FOUND, FORBIDDEN
 */
export function makeSigningKey({ store, viewer, sealer }: KeyActor, name: SiteName): Promise<string> {
  return runAction({ store, viewer }, async (unit) => {
    const site = await lockSite(unit, name, 'site.viewAudience');
    const signingKey = site.signingKey ?? sealedKey(sealer, 'signing-key');
    if (site.signingKey === null) write(unit, site, { signingKey });
    return sealer.open('signing-key', signingKey);
  });
}

function write({ tx }: UnitOfWork, { id }: Row<'Site'>, set: Values<'Site'>): void {
  bufferUpdate(tx, { table: 'Site', where: { id }, set });
}
