import type { Json } from '../../../engine/base/types.js';
import { badInput, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockDefaultTeam } from '../sso/default-team.js';
import { requireProviderLimit } from '../sso/provider-limit.js';
import { type OidcSettings, oidcColumns } from './provider-rules.js';

/** An actor, with the sealer that encrypts client secrets. */
type SealingActor = Actor & { sealer: Sealer };

/** Ids of an OpenID provider and of its organization, as in a request. */
export interface OidcProviderPath {
  organization: string;
  provider: string;
}

/** Settings of a new provider. Three of them are required. */
export type NewOidcProvider = OidcSettings & { label: string; issuer: string; clientId: string };

/**
 * Adds an OpenID provider.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `oidcColumns`; CONFLICT if the organization already has 100
 * identity providers of all kinds
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
    const columns = omitUndefined(await oidcColumns(unit, { organizationId, sealer: actor.sealer }, settings));
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
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `oidcColumns`, and for a new issuer without a new client secret
 */
export function updateOidcProvider(actor: SealingActor, path: OidcProviderPath, settings: OidcSettings): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockDefaultTeam(unit, settings);
    const before = await lockProvider(unit, path);
    const { id, organizationId } = before;
    const columns = omitUndefined(await oidcColumns(unit, { organizationId, sealer: actor.sealer }, settings));
    const hasNewIssuer = columns.issuer !== undefined && columns.issuer !== before.issuer;
    if (hasNewIssuer) requireNewSecret(before, settings);
    await unit.tx.prisma.oidcProvider.update({
      where: { id },
      data: { ...columns, updatedAt: unit.at },
      select: { id: true },
    });
    if (changesSignIn(columns)) await deleteOpenLogins(unit, id);
    if (hasNewIssuer) await deleteIdentities(unit, id);
    unit.record({ organizationId, action: 'updateOIDCProvider', targetId: id, changes: withoutSecret(columns) });
  });
}

/**
 * Removes an OpenID provider with its groups and with the identities of users at the provider. The users remain members
 * of the organization.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteOidcProvider(actor: Actor, path: OidcProviderPath): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, label } = await lockProvider(unit, path);
    await deleteOpenLogins(unit, id);
    await deleteIdentities(unit, id);
    await unit.tx.prisma.providerGroup.deleteMany({ where: { organizationId, providerId: id } });
    await unit.tx.prisma.oidcProvider.delete({ where: { id }, select: { id: true } });
    unit.record({ organizationId, action: 'deleteOIDCProvider', targetId: id, changes: { label } });
  });
}

type Columns = Partial<Awaited<ReturnType<typeof oidcColumns>>>;

/** Returns the changed columns for the event log. `hasClientSecret` replaces the client secret. */
function withoutSecret({ clientSecret, ...columns }: Columns): { [name: string]: Json } {
  const changes = columns as { [name: string]: Json };
  return clientSecret === undefined ? changes : { ...changes, hasClientSecret: clientSecret !== null };
}

/**
 * Refuses an update that changes the issuer but not the client secret. This server would send the stored secret to an
 * address that the caller chose, although no caller may read the secret.
 * @throws BAD_USER_INPUT
 */
function requireNewSecret({ clientSecret: stored }: Row<'OidcProvider'>, { clientSecret }: OidcSettings): void {
  if (stored === null || clientSecret !== undefined) return;
  throw badInput('clientSecret', '`clientSecret` must be given, or null, with another `issuer`');
}

/**
 * Locks the organization, then the provider, in the same order as a sign-in. A member who may not change the provider
 * gets FORBIDDEN, not NOT_FOUND, because all members see the provider as a way to sign in.
 */
async function lockProvider(
  unit: UnitOfWork,
  { organization, provider }: OidcProviderPath,
): Promise<Row<'OidcProvider'>> {
  await unit.tx.lock('Organization', organization);
  const row = await lockTarget(unit, 'OidcProvider', provider, 'sso.update');
  if (row.organizationId !== organization) throw notFound('OpenID provider', provider);
  return row;
}

/** Reports whether an update changes settings that open sign-ins depend on. */
function changesSignIn({ issuer, clientId, clientSecret }: Columns): boolean {
  return issuer !== undefined || clientId !== undefined || clientSecret !== undefined;
}

async function deleteOpenLogins({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.oidcLogin.deleteMany({ where: { providerId } });
}

/**
 * Deletes the identities of users at a provider that was removed or has a new issuer. Another provider may use the same
 * subject for another person.
 */
async function deleteIdentities({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.oidcIdentity.deleteMany({ where: { providerId } });
}
