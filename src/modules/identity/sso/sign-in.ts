import type { Device } from '../../../access/device.js';
import { isUniqueViolation } from '../../../platform/db/connection/store-errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { appendEvents } from '../../shared/append-events.js';
import { startSession } from '../sessions/start-session.js';
import { applyGroups } from './apply-groups.js';
import { findPerson } from './find-person.js';
import { joinOrganization } from './join.js';
import { isActive } from './parties.js';
import { type ProviderKind, providerKinds } from './provider-kinds.js';
import { signInEndedError } from './refusals.js';

/** A person whom a provider identifies. */
export interface Subject {
  /** Name of the person at the provider. */
  nameId: string;
  /** E-mail address in lower case; null if the provider sends none. */
  email: string | null;
  displayName: string | null;
  /** Groups of the person at the provider; null if the provider has no attribute or claim for groups. */
  groups: string[] | null;
}

/** Context of a sign-in: the provider, its organization and the browser. */
export interface SignInContext {
  kind: ProviderKind;
  organizationId: string;
  providerId: string;
  /** Settings of the provider that its response was checked with. */
  checkedWith: CheckedSettings;
  /** Id of the person's session at the provider; null if the provider sends none. */
  providerSessionId: string | null;
  device: Device;
}

/** Settings that decide which persons the responses of a provider identify. */
type CheckedSettings =
  | Pick<Row<'SamlProvider'>, 'entityID' | 'certificate' | 'nextCertificate'>
  | Pick<Row<'OidcProvider'>, 'issuer' | 'clientId'>;

/** A provider of any kind, with the settings that a sign-in needs. */
type SignInProvider = Pick<
  Row<'SamlProvider'>,
  'id' | 'organizationId' | 'defaultRole' | 'defaultTeamId' | 'groupMode'
> & {
  kind: ProviderKind;
};

/** Data that the steps of a sign-in in one transaction share. */
export interface SignInTransaction {
  tx: Transaction;
  at: Date;
  provider: SignInProvider;
  organization: Row<'Organization'>;
  subject: Subject;
}

/**
 * Signs a person in. It finds or creates the user, makes the user a member of the provider's organization, and starts a
 * session.
 *
 * The session is bound to that organization, which separates organizations. The admins of one organization control its
 * provider, and the provider can claim any identity. A false claim only yields a session in the organization that these
 * admins already control.
 *
 * @returns the secret for the cookie of the session
 * @throws FORBIDDEN for a disabled member, and for a provider that was removed or changed; errors of `findPerson`
 */
export async function signIn(store: Store, context: SignInContext, subject: Subject): Promise<string> {
  const attempt = () => store.transaction((tx) => signInOnce(tx, context, subject));
  try {
    return await attempt();
  } catch (error) {
    // Another request (an invite, another provider) created the same user or member. The second attempt finds it.
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  }
}

async function signInOnce(tx: Transaction, context: SignInContext, subject: Subject): Promise<string> {
  const at = new Date();
  const { organizationId, device } = context;
  const signInTransaction = { tx, at, subject, ...(await lockOrganizationAndProvider(tx, context)) };
  const person = await findPerson(signInTransaction);
  const changes = await joinOrganization(signInTransaction, person.id);
  const teamEvents = await applyGroups(signInTransaction, person.id);
  const provider = { id: context.providerId, sessionId: context.providerSessionId };
  const secret = await startSession(tx, { userId: person.id, organizationId, provider, device }, at);
  const event = { action: 'signIn' as const, targetId: person.id, changes: { provider: provider.id, ...changes } };
  appendEvents(tx, { organizationId, events: [...teamEvents, { organizationId, ...event }], at, actorId: person.id });
  return secret;
}

/**
 * Locks the organization, then the provider, in the same order as all changes of members. If two first sign-ins of one
 * person run at the same time, the second one therefore finds the rows of the first. The provider may have changed
 * after its response was checked. The sign-in then fails, so that a person of the former provider gets no identity at
 * the new one.
 * @throws FORBIDDEN
 */
async function lockOrganizationAndProvider(
  tx: Transaction,
  { kind, organizationId, providerId, checkedWith }: SignInContext,
): Promise<Pick<SignInTransaction, 'provider' | 'organization'>> {
  const { read } = tx;
  await tx.lock('Organization', organizationId);
  await tx.lock(providerKinds[kind].providers, providerId);
  const provider = await findActive[kind](read, providerId);
  if (!provider || !hasSettings(provider, checkedWith))
    throw signInEndedError(kind, 'the provider was removed, switched off or changed meanwhile');
  const query = read.sql.selectFrom('Organization').selectAll().where('id', '=', organizationId);
  const organization = (await read.first(query))!;
  if (organization.deletedAt !== null) throw signInEndedError(kind, 'the organization was deleted meanwhile');
  return { provider: { ...provider, kind }, organization };
}

function hasSettings(provider: object, settings: CheckedSettings): boolean {
  return Object.entries(settings).every(([name, value]) => Reflect.get(provider, name) === value);
}

/** Functions that find a provider by its id if people can sign in with it, by the kind of the provider. */
const findActive: Record<
  ProviderKind,
  (read: Queries, id: string) => Promise<Omit<SignInProvider, 'kind'> | undefined>
> = {
  async saml(read, id) {
    const provider = await read.first(read.sql.selectFrom('SamlProvider').selectAll().where('id', '=', id));
    return provider && isActive(provider) ? provider : undefined;
  },
  oidc: (read, id) => read.first(read.sql.selectFrom('OidcProvider').selectAll().where('id', '=', id)),
};
