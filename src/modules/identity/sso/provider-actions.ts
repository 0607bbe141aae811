import type { Json } from '../../../engine/base/types.js';
import { notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete } from '../../../platform/db/write/change-rows.js';
import type { Outbound } from '../../../platform/outbound/outbound.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lockTarget, readTarget } from '../../shared/targets.js';
import { type Actor, runAction, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockDefaultTeam } from './default-team.js';
import { requireProviderLimit } from './provider-limit.js';
import { type MetadataInput, resolveMetadata } from './provider-metadata.js';
import { type ProviderSettings, providerColumns } from './provider-rules.js';

/** Ids of an identity provider and of its organization, as in a request. */
export interface ProviderPath {
  organization: string;
  provider: string;
}

/**
 * Adds a SAML provider.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `resolveMetadata` and `providerColumns`; CONFLICT if the
 * organization already has 100 identity providers of all kinds
 */
export function createProvider(actor: FetchingActor, organization: string, input: NewProvider): Promise<string> {
  return runActionInSteps(actor, async (run) => {
    const { label, ...settings } = input;
    const authorizeFetch = () =>
      run.before(async (unit) => void (await readTarget(unit, 'Organization', organization, 'sso.update')));
    const filled = await resolveMetadata(settings, { authorizeFetch, fetch: actor.outbound.file });
    return run.last((unit) => insertProvider(unit, organization, { ...filled, label }));
  });
}

async function insertProvider(
  unit: UnitOfWork,
  organizationId: string,
  settings: ProviderSettings & { label: string },
): Promise<string> {
  await lockDefaultTeam(unit, settings);
  const organization = await lockTarget(unit, 'Organization', organizationId, 'sso.update');
  await requireProviderLimit(unit, organizationId);
  const columns = omitUndefined(await providerColumns(unit, organizationId, settings));
  const id = newId('SamlProvider');
  const times = { createdAt: unit.at, updatedAt: unit.at };
  const data = { label: settings.label, defaultRole: organization.defaultRole, ...columns };
  await unit.tx.prisma.samlProvider.create({
    data: { id, organizationId, ...data, ...times },
    select: { id: true },
  });
  unit.record({ organizationId, action: 'createOrganizationSAMLProvider', targetId: id, changes: data as Changes });
  return id;
}

/**
 * Changes a SAML provider.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT as in `resolveMetadata` and `providerColumns`
 */
export function updateProvider(actor: FetchingActor, path: ProviderPath, input: ProviderInput): Promise<void> {
  return runActionInSteps(actor, async (run) => {
    const authorizeFetch = () => run.before(async (unit) => void (await lockProvider(unit, path)));
    const settings = await resolveMetadata(input, { authorizeFetch, fetch: actor.outbound.file });
    return run.last((unit) => changeProvider(unit, path, settings));
  });
}

async function changeProvider(unit: UnitOfWork, path: ProviderPath, settings: ProviderSettings): Promise<void> {
  await lockDefaultTeam(unit, settings);
  const provider = await lockProvider(unit, path);
  const { id, organizationId } = provider;
  const columns = omitUndefined(await providerColumns(unit, organizationId, settings));
  await unit.tx.prisma.samlProvider.update({
    where: { id },
    data: { ...columns, updatedAt: unit.at },
    select: { id: true },
  });
  if (changesSignIn(provider, columns)) await deleteOpenLogins(unit, id);
  if (columns.entityID !== undefined && columns.entityID !== provider.entityID) await deleteIdentities(unit, id);
  unit.record({ organizationId, action: 'updateOrganizationSAMLProvider', targetId: id, changes: columns as Changes });
}

/**
 * Removes a SAML provider with its groups and with the identities of users at the provider. The users remain members of
 * the organization.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteProvider(actor: Actor, path: ProviderPath): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, label } = await lockProvider(unit, path);
    await deleteOpenLogins(unit, id);
    await deleteIdentities(unit, id);
    bufferDelete(unit.tx, { table: 'ProviderGroup', where: { organizationId, providerId: id } });
    await unit.tx.prisma.samlProvider.delete({ where: { id }, select: { id: true } });
    unit.record({ organizationId, action: 'deleteOrganizationSAMLProvider', targetId: id, changes: { label } });
  });
}

/** An actor, with the HTTP client that fetches metadata. */
type FetchingActor = Actor & { outbound: Pick<Outbound, 'file'> };

/** Settings of a provider; metadata may contain some of them. */
type ProviderInput = ProviderSettings & MetadataInput;

type NewProvider = ProviderInput & { label: string };

type ProviderColumns = Partial<Awaited<ReturnType<typeof providerColumns>>>;

type Changes = { [name: string]: Json };

/**
 * Locks the organization, then the provider, in the same order as a sign-in. A member who may not change the provider
 * gets FORBIDDEN, not NOT_FOUND, because all members see the provider as a way to sign in.
 */
async function lockProvider(unit: UnitOfWork, { organization, provider }: ProviderPath): Promise<Row<'SamlProvider'>> {
  await unit.tx.lock('Organization', organization);
  const row = await lockTarget(unit, 'SamlProvider', provider, 'sso.update');
  if (row.organizationId !== organization) throw notFound('SAML provider', provider);
  return row;
}

/**
 * Reports whether an update changes settings that open sign-ins depend on. A certificate that is replaced or removed
 * counts, because its key may be stolen. A second certificate that is added does not count.
 */
function changesSignIn({ nextCertificate }: Row<'SamlProvider'>, columns: ProviderColumns): boolean {
  const next = columns.nextCertificate;
  const replacesNext = nextCertificate !== null && next !== undefined && next !== nextCertificate;
  return replacesNext || [columns.ssoURL, columns.entityID, columns.certificate].some((value) => value !== undefined);
}

async function deleteOpenLogins({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlLogin.deleteMany({ where: { providerId } });
}

/**
 * Deletes the identities of users at a provider that was removed or whose entity id has changed. Another provider may
 * use the same NameID for another person.
 */
async function deleteIdentities({ tx }: UnitOfWork, providerId: string): Promise<void> {
  await tx.prisma.samlIdentity.deleteMany({ where: { providerId } });
}
