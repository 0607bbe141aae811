import type { Device } from '../../../access/device.js';
import { loginUrl } from '../../../api/saml/login-url.js';
import { serviceMetadata } from '../../../api/saml/metadata.js';
import { peekInResponseTo, readResponse } from '../../../api/saml/read-response.js';
import { notFound } from '../../../platform/base/errors.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { safeRedirect } from '../../../platform/urls/safe-redirect.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { type ProviderNames, readProviderNames } from './logins.js';
import {
  deleteOldestLogins,
  hashSecret,
  loginLifetimeMs,
  newSecret,
  type SignedIn,
  type StartedLogin,
} from './open-logins.js';
import { type ActiveProvider, isActive, toIdentityProvider, toServiceProvider } from './parties.js';
import { signInEndedError } from './refusals.js';
import { type Subject, signIn } from './sign-in.js';

/** Dependencies of a sign-in with SAML. */
export interface SamlDependencies {
  store: Store;
  urls: Pick<Urls, 'base'>;
}

/** Returns the SAML metadata of this server for an identity provider, as XML. @throws NOT_FOUND */
export async function readMetadata({ store, urls }: SamlDependencies, providerId: string): Promise<string> {
  const provider = await findProvider(store.read, providerId);
  if (!provider) throw notFound(samlProviderNoun, providerId);
  return serviceMetadata(toServiceProvider(urls, provider.id));
}

/**
 * Returns the label of a provider and the title of its organization.
 * @throws NOT_FOUND if the provider is unknown or not active
 */
export async function nameProvider({ store }: SamlDependencies, providerId: string): Promise<ProviderNames> {
  return readProviderNames(store.read, await getActive(store.read, providerId));
}

/**
 * Starts a sign-in. Returns the provider's URL to redirect the browser to, and a secret that binds the sign-in to the
 * browser.
 * @param redirect path to open after the sign-in; ignored unless it is a path of this server
 * @throws NOT_FOUND if the provider is unknown or not active
 */
export async function beginLogin(
  { store, urls }: SamlDependencies,
  providerId: string,
  redirect: unknown,
): Promise<StartedLogin> {
  const provider = await getActive(store.read, providerId);
  const parties = { service: toServiceProvider(urls, providerId), provider: toIdentityProvider(provider) };
  const { url, requestId } = await loginUrl(parties);
  const browserSecret = newSecret();
  const at = new Date();
  const login = {
    id: requestId,
    organizationId: provider.organizationId,
    providerId,
    browserHash: hashSecret(browserSecret),
    redirect: safeRedirect(redirect),
    createdAt: at,
    expiresAt: new Date(at.getTime() + loginLifetimeMs),
  };
  await store.transaction(async ({ prisma }) => {
    await prisma.samlLogin.create({ data: login, select: { id: true } });
    await deleteOldestLogins(prisma.samlLogin, providerId);
  }, provider.organizationId);
  return { url, browserSecret };
}

/**
 * Checks the response that the identity provider sent in a POST request, and stores its subject. A response counts
 * once, even if it is posted twice at the same time.
 * @returns a ticket for `finishLogin`
 * @throws errors of `readResponse`; FORBIDDEN with the reason SAML_INVALID if no open sign-in of this provider waits
 * for the response
 */
export async function receiveResponse(
  { store, urls }: SamlDependencies,
  providerId: string,
  response: string,
): Promise<string> {
  const requestId = peekInResponseTo(response);
  const login = await findLogin(store.read, requestId);
  if (login?.providerId !== providerId)
    throw signInEndedError('saml', 'no sign-in of this provider has the answered request');
  if (login.ticketHash !== null) throw signInEndedError('saml', 'the request was answered already');
  const provider = toIdentityProvider(await getActive(store.read, providerId));
  const identity = await readResponse({ response, requestId, service: toServiceProvider(urls, providerId), provider });
  const { nameId, email, displayName, groups } = identity;
  const ticket = `${requestId}.${newSecret()}`;
  await store.transaction(async ({ prisma }) => {
    const { count } = await prisma.samlLogin.updateMany({
      where: { id: requestId, ticketHash: null, expiresAt: { gt: new Date() } },
      data: { ticketHash: hashSecret(ticket), subject: { nameId, email, displayName, groups } },
    });
    if (count !== 1) throw signInEndedError('saml', 'the request was answered meanwhile, or has expired');
  }, login.organizationId);
  return ticket;
}

/** Data that the browser sends to complete a sign-in. */
export interface CompletionInput {
  ticket: string;
  /** Secret from `beginLogin`; undefined if the browser has none. */
  browserSecret: string | undefined;
  /** Browser that gets the session. */
  device: Device;
}

/**
 * Completes a sign-in: signs in the user whom the provider's response names, if `beginLogin` ran in the same browser.
 * The ticket works once, even if a later step fails.
 * @throws FORBIDDEN with the reason SAML_INVALID, and errors of `signIn`
 */
export async function finishLogin(
  { store }: SamlDependencies,
  providerId: string,
  input: CompletionInput,
): Promise<SignedIn> {
  const { login, provider } = await consumeLogin(store, providerId, input);
  const { organizationId, entityID, certificate, nextCertificate } = provider;
  const checkedWith = { entityID, certificate, nextCertificate };
  const signInSettings = { kind: 'saml' as const, organizationId, providerId, checkedWith };
  const context = { ...signInSettings, providerSessionId: null, device: input.device };
  const sessionSecret = await signIn(store, context, login.subject as unknown as Subject);
  return { sessionSecret, redirect: login.redirect };
}

interface ConsumedLogin {
  login: Row<'SamlLogin'>;
  provider: ActiveProvider;
}

/**
 * Deletes an open sign-in, and returns it with its provider. The provider still has the settings that the response was
 * checked with, because a change of these settings deletes open sign-ins.
 * @throws FORBIDDEN with the reason SAML_INVALID if the ticket is invalid or belongs to another browser
 */
async function consumeLogin(store: Store, providerId: string, input: CompletionInput): Promise<ConsumedLogin> {
  const [id = ''] = input.ticket.split('.', 1);
  return store.transaction(async (tx) => {
    await tx.lock('SamlLogin', id);
    const login = await findLogin(tx.read, id);
    if (login?.providerId !== providerId || login.ticketHash !== hashSecret(input.ticket))
      throw signInEndedError(
        'saml',
        'no sign-in of this provider has the ticket; it may have been used or have expired',
      );
    if (login.browserHash !== hashSecret(input.browserSecret ?? ''))
      throw signInEndedError('saml', 'the sign-in was begun in another browser');
    await tx.prisma.samlLogin.delete({ where: { id }, select: { id: true } });
    return { login, provider: await getActive(tx.read, providerId) };
  });
}

const samlProviderNoun = 'SAML provider';

async function getActive(read: Queries, id: string): Promise<ActiveProvider> {
  const provider = await findProvider(read, id);
  if (!provider || !isActive(provider)) throw notFound(samlProviderNoun, id);
  return provider;
}

function findProvider(read: Queries, id: string) {
  return read.first(read.sql.selectFrom('SamlProvider').selectAll().where('id', '=', id).where(inLiveOrganization()));
}

/** Finds an open sign-in; undefined if it is unknown or has expired. */
async function findLogin(read: Queries, id: string): Promise<Row<'SamlLogin'> | undefined> {
  const login = await read.first(read.sql.selectFrom('SamlLogin').selectAll().where('id', '=', id));
  return login && login.expiresAt > new Date().toISOString() ? login : undefined;
}
