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
import { type NamedLogin, nameLogin } from './logins.js';
import {
  endOldestLogins,
  hashOf,
  loginLifetimeMs,
  newSecret,
  type SignedIn,
  type StartedLogin,
} from './open-logins.js';
import { type ActiveProvider, isActive, ourParty, theirParty } from './parties.js';
import { signInEndedError } from './refusals.js';
import { type Subject, signIn } from './sign-in.js';

/** Dependencies of a sign-in. */
export interface SignInParts {
  store: Store;
  urls: Pick<Urls, 'base'>;
}

/** Returns the service provider metadata for an identity provider, as XML. @throws NOT_FOUND */
export async function readMetadata({ store, urls }: SignInParts, providerId: string): Promise<string> {
  const provider = await findProvider(store.read, providerId);
  if (!provider) throw notFound(noun, providerId);
  return serviceMetadata(ourParty(urls, provider.id));
}

/** Returns the names of a provider and of its organization. @throws NOT_FOUND if it is unknown or not active */
export async function nameProvider({ store }: SignInParts, providerId: string): Promise<NamedLogin> {
  return nameLogin(store.read, await getActive(store.read, providerId));
}

/**
 * First step: creates a request to the identity provider, bound to the browser by a secret. `redirect` is the target
 * after the sign-in; it is dropped unless it is a path of this server.
 * @throws NOT_FOUND if the provider is unknown or not active
 */
export async function beginLogin(
  { store, urls }: SignInParts,
  providerId: string,
  redirect: unknown,
): Promise<StartedLogin> {
  const provider = await getActive(store.read, providerId);
  const parties = { service: ourParty(urls, providerId), provider: theirParty(provider) };
  const { url, requestId } = await loginUrl(parties);
  const browserSecret = newSecret();
  const at = new Date();
  const login = {
    id: requestId,
    organizationId: provider.organizationId,
    providerId,
    browserHash: hashOf(browserSecret),
    redirect: safeRedirect(redirect),
    createdAt: at,
    expiresAt: new Date(at.getTime() + loginLifetimeMs),
  };
  await store.transaction(async ({ prisma }) => {
    await prisma.samlLogin.create({ data: login, select: { id: true } });
    await endOldestLogins(prisma.samlLogin, providerId);
  }, provider.organizationId);
  return { url, browserSecret };
}

/**
 * Second step: reads the response that the identity provider has posted. A response counts once, even if it is posted
 * twice at the same time.
 * @returns a ticket for the last step
 * @throws errors of `readResponse`; FORBIDDEN (SAML_INVALID) if the response does not belong to an open sign-in of this
 * provider
 */
export async function receiveResponse(
  { store, urls }: SignInParts,
  providerId: string,
  response: string,
): Promise<string> {
  const requestId = peekInResponseTo(response);
  const login = await findLogin(store.read, requestId);
  if (login?.providerId !== providerId)
    throw signInEndedError('saml', 'no sign-in of this provider has the answered request');
  if (login.ticketHash !== null) throw signInEndedError('saml', 'the request was answered already');
  const provider = theirParty(await getActive(store.read, providerId));
  const identity = await readResponse({ response, requestId, service: ourParty(urls, providerId), provider });
  const { nameId, email, displayName, groups } = identity;
  const ticket = `${requestId}.${newSecret()}`;
  await store.transaction(async ({ prisma }) => {
    const { count } = await prisma.samlLogin.updateMany({
      where: { id: requestId, ticketHash: null, expiresAt: { gt: new Date() } },
      data: { ticketHash: hashOf(ticket), subject: { nameId, email, displayName, groups } },
    });
    if (count !== 1) throw signInEndedError('saml', 'the request was answered meanwhile, or has expired');
  }, login.organizationId);
  return ticket;
}

/** Data that the browser sends to the last step. */
export interface LastStepInput {
  ticket: string;
  /** Secret of the first step; absent if the browser has none. */
  browserSecret: string | undefined;
  /** Browser of the last step, for its session. */
  device: Device;
}

/**
 * Last step: signs in the user of the response, if the browser is the same as in the first step. The ticket is used up,
 * whatever the result is.
 * @throws FORBIDDEN (SAML_INVALID), and errors of `signIn`
 */
export async function finishLogin(
  { store }: SignInParts,
  providerId: string,
  finish: LastStepInput,
): Promise<SignedIn> {
  const { login, provider } = await takeLogin(store, providerId, finish);
  const { organizationId, entityID, certificate, nextCertificate } = provider;
  const checkedWith = { entityID, certificate, nextCertificate };
  const place = { kind: 'saml' as const, organizationId, providerId, checkedWith };
  const context = { ...place, providerSessionId: null, device: finish.device };
  const sessionSecret = await signIn(store, context, login.subject as unknown as Subject);
  return { sessionSecret, redirect: login.redirect };
}

interface TakenLogin {
  login: Row<'SamlLogin'>;
  provider: ActiveProvider;
}

/**
 * Uses a sign-in up. Returns its provider with the settings that the response was checked with: a change of them deletes
 * the sign-in.
 */
async function takeLogin(store: Store, providerId: string, finish: LastStepInput): Promise<TakenLogin> {
  const [id = ''] = finish.ticket.split('.', 1);
  return store.transaction(async (tx) => {
    await tx.lock('SamlLogin', id);
    const login = await findLogin(tx.read, id);
    if (login?.providerId !== providerId || login.ticketHash !== hashOf(finish.ticket))
      throw signInEndedError(
        'saml',
        'no sign-in of this provider has the ticket; it may have been used or have expired',
      );
    if (login.browserHash !== hashOf(finish.browserSecret ?? ''))
      throw signInEndedError('saml', 'the sign-in was begun in another browser');
    await tx.prisma.samlLogin.delete({ where: { id }, select: { id: true } });
    return { login, provider: await getActive(tx.read, providerId) };
  });
}

const noun = 'SAML provider';

async function getActive(read: Queries, id: string): Promise<ActiveProvider> {
  const provider = await findProvider(read, id);
  if (!provider || !isActive(provider)) throw notFound(noun, id);
  return provider;
}

function findProvider(read: Queries, id: string) {
  return read.first(read.sql.selectFrom('SamlProvider').selectAll().where('id', '=', id).where(inLiveOrganization()));
}

/** Finds an open sign-in. An expired one counts as absent. */
async function findLogin(read: Queries, id: string): Promise<Row<'SamlLogin'> | undefined> {
  const login = await read.first(read.sql.selectFrom('SamlLogin').selectAll().where('id', '=', id));
  return login && login.expiresAt > new Date().toISOString() ? login : undefined;
}
