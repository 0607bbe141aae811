import type { Json } from '../../../engine/base/types.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { present } from '../../shared/present.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { columnsOf, type ProviderSettings } from './provider-rules.js';

/** Most identity providers of one organization: those who sign in are shown all of them. */
const maxProviders = 100;

/** A provider, as its address names it. */
export interface ProviderName {
  organization: string;
  provider: string;
}

/**
 * Adds an identity provider.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as `columnsOf`; CONFLICT beyond 100 providers
 */
export function createProvider(
  actor: Actor,
  organizationId: string,
  settings: ProviderSettings & { label: string },
): Promise<string> {
  return runAction(actor, async (unit) => {
    await lockTeam(unit, settings);
    const organization = await lockTarget(unit, 'Organization', organizationId, 'sso.update');
    await requireRoom(unit, organizationId);
    const columns = present(await columnsOf(unit, organizationId, settings));
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

/** Changes an identity provider. @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as `columnsOf` */
export function updateProvider(actor: Actor, name: ProviderName, settings: ProviderSettings): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockTeam(unit, settings);
    const { id, organizationId, entityID } = await lockProvider(unit, name);
    const columns = present(await columnsOf(unit, organizationId, settings));
    await unit.tx.prisma.samlProvider.update({
      where: { id },
      data: { ...columns, updatedAt: unit.at },
      select: { id: true },
    });
    if (isOtherSignIn(columns)) await endLogins(unit, id);
    if (columns.entityID !== undefined && columns.entityID !== entityID) await forgetPeople(unit, id);
    unit.record({
      organizationId,
      action: 'updateOrganizationSAMLProvider',
      targetId: id,
      changes: columns as Changes,
    });
  });
}

/** Removes an identity provider and what it called people; its members stay. @throws NOT_FOUND, FORBIDDEN */
export function deleteProvider(actor: Actor, name: ProviderName): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, label } = await lockProvider(unit, name);
    await endLogins(unit, id);
    await forgetPeople(unit, id);
    await unit.tx.prisma.samlProvider.delete({ where: { id }, select: { id: true } });
    unit.record({ organizationId, action: 'deleteOrganizationSAMLProvider', targetId: id, changes: { label } });
  });
}

type ProviderColumns = Partial<Awaited<ReturnType<typeof columnsOf>>>;

type Changes = { [name: string]: Json };

/** The team comes before the organization, as in all that changes teams; so it is still there when it is named. */
async function lockTeam({ tx }: UnitOfWork, { defaultTeam }: ProviderSettings): Promise<void> {
  if (defaultTeam != null) await tx.lock('Team', defaultTeam);
}

async function requireRoom({ tx }: UnitOfWork, organizationId: string): Promise<void> {
  const count = await tx.prisma.samlProvider.count({ where: { organizationId } });
  if (count >= maxProviders)
    throw new AppError('CONFLICT', `The organization has ${count} identity providers, the maximum`);
}

/**
 * Locks the organization and its provider, in the order of a sign-in. Every member knows that a provider is there, as a
 * way to sign in; hence who may not change it is told so.
 */
async function lockProvider(unit: UnitOfWork, { organization, provider }: ProviderName): Promise<Row<'SamlProvider'>> {
  await unit.tx.lock('Organization', organization);
  const row = await lockTarget(unit, 'SamlProvider', provider, 'sso.update');
  if (row.organizationId !== organization) throw notFound('SAML provider', provider);
  return row;
}

/** Whether sign-ins under way were begun with what no longer holds, such as a key that was stolen. */
function isOtherSignIn(columns: ProviderColumns): boolean {
  return columns.ssoURL !== undefined || columns.entityID !== undefined || columns.certificate !== undefined;
}

async function endLogins({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlLogin.deleteMany({ where: { providerId } });
}

/** What a provider calls people means nothing at another, which could give the same name to somebody else. */
async function forgetPeople({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlIdentity.deleteMany({ where: { providerId } });
}
