import type { Device } from '../../../access/device.js';
import { loginUrl } from '../../../api/oidc/login-url.js';
import { readResponse } from '../../../api/oidc/read-response.js';
import { notFound } from '../../../platform/base/errors.js';
import { inLiveOrganization } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Outbound } from '../../../platform/outbound/outbound.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { safeRedirect } from '../../../platform/urls/safe-redirect.js';
import type { Urls } from '../../../platform/urls/urls.js';
import { type ProviderNames, readProviderNames } from '../sso/logins.js';
import {
  deleteOldestLogins,
  hashSecret,
  loginLifetimeMs,
  newSecret,
  type SignedIn,
  type StartedLogin,
} from '../sso/open-logins.js';
import { signInEndedError } from '../sso/refusals.js';
import { signIn } from '../sso/sign-in.js';
import { clientOf } from './parties.js';

/** Dependencies of a sign-in with OpenID Connect. */
export interface OidcDependencies {
  store: Store;
  urls: Pick<Urls, 'base'>;
  /** Decrypts client secrets. */
  sealer: Sealer;
  outbound: Pick<Outbound, 'identityProvider'>;
}

/** Returns the label of a provider and the title of its organization. @throws NOT_FOUND */
export async function nameProvider({ store }: OidcDependencies, providerId: string): Promise<ProviderNames> {
  return readProviderNames(store.read, await getProvider(store.read, providerId));
}

/**
 * Starts a sign-in. Returns the provider's URL to redirect the browser to, and a secret that binds the sign-in to the
 * browser.
 * @param redirect path to open after the sign-in; ignored unless it is a path of this server
 * @throws NOT_FOUND for an unknown provider, UNAVAILABLE if it cannot be reached
 */
export async function beginLogin(
  dependencies: OidcDependencies,
  providerId: string,
  redirect: unknown,
): Promise<StartedLogin> {
  const { store } = dependencies;
  const provider = await getProvider(store.read, providerId);
  const [state, browserSecret] = [newSecret(), newSecret()];
  const url = await loginUrl(oidcParties(dependencies, provider), { state, browserSecret });
  const { organizationId } = provider;
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + loginLifetimeMs);
  const binding = { browserHash: hashSecret(browserSecret), redirect: safeRedirect(redirect) };
  await store.transaction(async ({ prisma }) => {
    const data = { id: state, organizationId, providerId, ...binding, createdAt, expiresAt };
    await prisma.oidcLogin.create({ data, select: { id: true } });
    await deleteOldestLogins(prisma.oidcLogin, providerId);
  }, organizationId);
  return { url, browserSecret };
}

/** Data that the browser sends to complete a sign-in. */
export interface OidcCallback {
  /** Query of the callback address. */
  query: string;
  /** Secret from `beginLogin`; undefined if the browser has none. */
  browserSecret: string | undefined;
  /** Browser that gets the session. */
  device: Device;
}

/**
 * Completes a sign-in: signs in the person whom the provider's response names, if `beginLogin` ran in the same browser.
 * The response works once, even if a later step fails.
 * @throws FORBIDDEN with the reason OIDC_INVALID, UNAVAILABLE if the provider cannot be reached, and errors of `signIn`
 */
export async function finishLogin(
  dependencies: OidcDependencies,
  providerId: string,
  { query, browserSecret = '', device }: OidcCallback,
): Promise<SignedIn> {
  const { store } = dependencies;
  const state = new URLSearchParams(query).get('state') ?? '';
  const { login, provider } = await consumeLogin(store, { providerId, state, browserSecret });
  const identity = await readResponse(oidcParties(dependencies, provider), { query, state, browserSecret });
  const { subject: nameId, email, displayName, groups, sessionId: providerSessionId } = identity;
  const { organizationId, issuer, clientId } = provider;
  const settings = { kind: 'oidc' as const, organizationId, providerId, checkedWith: { issuer, clientId } };
  const context = { ...settings, providerSessionId, device };
  const sessionSecret = await signIn(store, context, { nameId, email, displayName, groups });
  return { sessionSecret, redirect: login.redirect };
}

/** Returns the arguments that the functions of `api/oidc` need to talk to a provider. */
export function oidcParties(dependencies: OidcDependencies, provider: Row<'OidcProvider'>) {
  return { client: clientOf(dependencies, provider), call: dependencies.outbound.identityProvider };
}

/** Returns a provider by its id. @throws NOT_FOUND, also for a provider of a deleted organization */
export async function getProvider(read: Queries, id: string): Promise<Row<'OidcProvider'>> {
  const provider = await read.first(
    read.sql.selectFrom('OidcProvider').selectAll().where('id', '=', id).where(inLiveOrganization()),
  );
  if (!provider) throw notFound('OpenID provider', id);
  return provider;
}

interface LoginKey {
  providerId: string;
  state: string;
  browserSecret: string;
}

interface ConsumedLogin {
  login: Row<'OidcLogin'>;
  provider: Row<'OidcProvider'>;
}

/**
 * Deletes an open sign-in, and returns it with its provider. The provider still has the settings that `beginLogin`
 * used, because a change of these settings deletes open sign-ins.
 * @throws FORBIDDEN with the reason OIDC_INVALID if the sign-in is unknown, has expired, or belongs to another browser
 */
async function consumeLogin(store: Store, { providerId, state, browserSecret }: LoginKey): Promise<ConsumedLogin> {
  if (!/^[\w-]{43}$/.test(state)) throw signInEndedError('oidc', 'the response has no valid state');
  return store.transaction(async (tx) => {
    await tx.lock('OidcLogin', state);
    const login = await tx.read.first(tx.read.sql.selectFrom('OidcLogin').selectAll().where('id', '=', state));
    if (login?.providerId !== providerId || login.expiresAt <= new Date().toISOString())
      throw signInEndedError(
        'oidc',
        'no sign-in of this provider has the state; it may have been used or have expired',
      );
    if (login.browserHash !== hashSecret(browserSecret))
      throw signInEndedError('oidc', 'the sign-in was begun in another browser');
    await tx.prisma.oidcLogin.delete({ where: { id: state }, select: { id: true } });
    return { login, provider: await getProvider(tx.read, providerId) };
  });
}
