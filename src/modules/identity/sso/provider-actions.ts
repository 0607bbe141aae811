import type { Json } from '../../../engine/base/types.js';
import { notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { present } from '../../shared/present.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockDefaultTeam } from './default-team.js';
import { requireProviderLimit } from './provider-limit.js';
import { type ProviderSettings, providerColumns } from './provider-rules.js';

/** An identity provider, as a request names it. */
export interface ProviderName {
  organization: string;
  provider: string;
}

/**
 * Adds an identity provider.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `providerColumns`; CONFLICT beyond 100 providers of all kinds
 */
export function createProvider(
  actor: Actor,
  organizationId: string,
  settings: ProviderSettings & { label: string },
): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockDefaultTeam(unit, settings);
    const organization = await lockTarget(unit, 'Organization', organizationId, 'sso.update');
    await requireProviderLimit(unit, organizationId);
    const columns = present(await providerColumns(unit, organizationId, settings));
    const id = newId('SamlProvider');
    const times = { createdAt: unit.at, updatedAt: unit.at };
    const data = { label: settings.label, defaultRole: organization.defaultRole, ...columns };
    await unit.tx.prisma.samlProvider.create({
      data: { id, organizationId, ...data, ...times },
      select: { id: true },
    });
    unit.record({ organizationId, action: 'createOrganizationSAMLProvider', targetId: id, changes: data as Changes });
    return id;
  });
}

/**
 * Changes an identity provider.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `providerColumns`
 */
export function updateProvider(actor: Actor, name: ProviderName, settings: ProviderSettings): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockDefaultTeam(unit, settings);
    const { id, organizationId, entityID } = await lockProvider(unit, name);
    const columns = present(await providerColumns(unit, organizationId, settings));
    await unit.tx.prisma.samlProvider.update({
      where: { id },
      data: { ...columns, updatedAt: unit.at },
      select: { id: true },
    });
    if (changesSignIn(columns)) await endLogins(unit, id);
    if (columns.entityID !== undefined && columns.entityID !== entityID) await deleteIdentities(unit, id);
    unit.record({
      organizationId,
      action: 'updateOrganizationSAMLProvider',
      targetId: id,
      changes: columns as Changes,
    });
  });
}

/**
 * Removes an identity provider and the identities of users at that provider. The members stay in the organization.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteProvider(actor: Actor, name: ProviderName): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, label } = await lockProvider(unit, name);
    await endLogins(unit, id);
    await deleteIdentities(unit, id);
    await unit.tx.prisma.samlProvider.delete({ where: { id }, select: { id: true } });
    unit.record({ organizationId, action: 'deleteOrganizationSAMLProvider', targetId: id, changes: { label } });
  });
}

type ProviderColumns = Partial<Awaited<ReturnType<typeof providerColumns>>>;

type Changes = { [name: string]: Json };

/**
 * Locks the organization and its provider, in the order of a sign-in. Every member sees the provider as a way to sign
 * in, so a viewer who may not change it gets FORBIDDEN.
 */
async function lockProvider(unit: UnitOfWork, { organization, provider }: ProviderName): Promise<Row<'SamlProvider'>> {
  await unit.tx.lock('Organization', organization);
  const row = await lockTarget(unit, 'SamlProvider', provider, 'sso.update');
  if (row.organizationId !== organization) throw notFound('SAML provider', provider);
  return row;
}

/**
 * Reports whether an update of a provider changes settings that open sign-ins were started with, such as a stolen key.
 */
function changesSignIn(columns: ProviderColumns): boolean {
  return columns.ssoURL !== undefined || columns.entityID !== undefined || columns.certificate !== undefined;
}

async function endLogins({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlLogin.deleteMany({ where: { providerId } });
}

/**
 * Deletes the identities of a provider. They are not valid at another provider, which may use the same NameID for
 * another person.
 */
async function deleteIdentities({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlIdentity.deleteMany({ where: { providerId } });
}
