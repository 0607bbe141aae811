import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { present } from '../../shared/present.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockDefaultTeam } from '../sso/default-team.js';
import { requireProviderLimit } from '../sso/provider-limit.js';
import { type OidcSettings, oidcColumns } from './provider-rules.js';

/** An actor, and the sealer of client secrets. */
type SealingActor = Actor & { sealer: Sealer };

/** An OpenID provider, as a request names it. */
export interface OidcProviderName {
  organization: string;
  provider: string;
}

/** Settings that a new provider must have. */
export type NewOidcProvider = OidcSettings & { label: string; issuer: string; clientId: string };

/**
 * Adds an OpenID provider.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `oidcColumns`; CONFLICT beyond 100 providers of all kinds
 */
export function createOidcProvider(
  actor: SealingActor,
  organizationId: string,
  settings: NewOidcProvider,
): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockDefaultTeam(unit, settings);
    const organization = await lockTarget(unit, 'Organization', organizationId, 'sso.update');
    await requireProviderLimit(unit, organizationId);
    const columns = present(await oidcColumns(unit, { organizationId, sealer: actor.sealer }, settings));
    const { label, issuer, clientId } = settings;
    const id = newId('OidcProvider');
    const data = { label, issuer, clientId, defaultRole: organization.defaultRole, ...columns };
    await unit.tx.prisma.oidcProvider.create({
      data: { id, organizationId, ...data, createdAt: unit.at, updatedAt: unit.at },
      select: { id: true },
    });
    unit.record({ organizationId, action: 'createOIDCProvider', targetId: id, changes: withoutSecret(data) });
    return id;
  });
}

/**
 * Changes an OpenID provider.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `oidcColumns`, and for another issuer with the old client secret
 */
export function updateOidcProvider(actor: SealingActor, name: OidcProviderName, settings: OidcSettings): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockDefaultTeam(unit, settings);
    const before = await lockProvider(unit, name);
    const { id, organizationId } = before;
    const columns = present(await oidcColumns(unit, { organizationId, sealer: actor.sealer }, settings));
    const isOtherProvider = columns.issuer !== undefined && columns.issuer !== before.issuer;
    if (isOtherProvider) requireNewSecret(before, settings);
    await unit.tx.prisma.oidcProvider.update({
      where: { id },
      data: { ...columns, updatedAt: unit.at },
      select: { id: true },
    });
    if (changesSignIn(columns)) await endLogins(unit, id);
    if (isOtherProvider) await deleteIdentities(unit, id);
    unit.record({ organizationId, action: 'updateOIDCProvider', targetId: id, changes: withoutSecret(columns) });
  });
}

/**
 * Removes an OpenID provider with its groups, and the identities of users at that provider. The members stay in the organization.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteOidcProvider(actor: Actor, name: OidcProviderName): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, label } = await lockProvider(unit, name);
    await endLogins(unit, id);
    await deleteIdentities(unit, id);
    await unit.tx.prisma.providerGroup.deleteMany({ where: { organizationId, providerId: id } });
    await unit.tx.prisma.oidcProvider.delete({ where: { id }, select: { id: true } });
    unit.record({ organizationId, action: 'deleteOIDCProvider', targetId: id, changes: { label } });
  });
}

type Columns = Partial<Awaited<ReturnType<typeof oidcColumns>>>;

/** Returns the columns for the event log, which says whether the secret changed, but does not contain it. */
function withoutSecret({ clientSecret, ...columns }: Columns): { [name: string]: Json } {
  const changes = columns as { [name: string]: Json };
  return clientSecret === undefined ? changes : { ...changes, hasClientSecret: clientSecret !== null };
}

/**
 * Refuses another issuer with the stored client secret. The secret would be sent to an address that the caller chooses,
 * although no caller may read it.
 */
function requireNewSecret({ clientSecret: stored }: Row<'OidcProvider'>, { clientSecret }: OidcSettings): void {
  if (stored === null || clientSecret !== undefined) return;
  throw badInput('clientSecret', '`clientSecret` must be given, or null, with another `issuer`');
}

/**
 * Locks the organization and its provider, in the order of a sign-in. Every member sees the provider as a way to sign
 * in, so a viewer who may not change it gets FORBIDDEN.
 */
async function lockProvider(
  unit: UnitOfWork,
  { organization, provider }: OidcProviderName,
): Promise<Row<'OidcProvider'>> {
  await unit.tx.lock('Organization', organization);
  const row = await lockTarget(unit, 'OidcProvider', provider, 'sso.update');
  if (row.organizationId !== organization) throw notFound('OpenID provider', provider);
  return row;
}

/** Reports whether an update changes settings that open sign-ins were started with. */
function changesSignIn({ issuer, clientId, clientSecret }: Columns): boolean {
  return issuer !== undefined || clientId !== undefined || clientSecret !== undefined;
}

async function endLogins({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.oidcLogin.deleteMany({ where: { providerId } });
}

/** Deletes the identities of a provider. Another provider may use the same subject for another person. */
async function deleteIdentities({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.oidcIdentity.deleteMany({ where: { providerId } });
}
