import type { FastifyInstance } from 'fastify';
import { authenticateSession } from '../access/authenticate.js';
import { canHoldSessions } from '../api/http/connection/session-cookie.js';
import type { CallerLimits } from '../api/http/limits/caller-limits.js';
import { type LoginSteps, registerLogin } from '../api/http/pages/login.js';
import { type OidcSteps, registerOidc } from '../api/http/pages/oidc.js';
import { registerSaml, type SignInSteps } from '../api/http/pages/saml.js';
import type { SignInRoutes } from '../api/http/pages/sign-in-pages.js';
import type { RequestServices } from '../api/http/requests/request-context.js';
import { findProviders } from '../modules/identity/sign-in/find-providers.js';
import { endSession, readPerson } from '../modules/identity/sign-in/session-steps.js';
import { findLinkAddress, requestLink, useLink } from '../modules/identity/sign-in/sign-in-link.js';
import { isEmailAddress } from '../modules/identity/users/email-address.js';
import { AppError } from '../platform/base/errors.js';
import { idKind } from '../platform/base/ids.js';
import type { Config } from '../platform/config/config.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import { countFailures, type SignInKind } from './sign-in-metrics.js';

/** Dependencies of the sign-in pages. */
interface SignInParts {
  shared: RequestServices;
  config: Pick<Config, 'explorer'>;
  limits: Pick<CallerLimits, 'signInStart' | 'signInFailures'>;
  /** Counts failures; undefined if nothing is measured. */
  metrics: Metrics | undefined;
}

/** Adds the pages on which people sign in. */
export async function registerSignIn(
  app: FastifyInstance,
  { shared, config, limits, metrics }: SignInParts,
): Promise<void> {
  const { base } = shared.urls;
  const home = config.explorer ? '/graphql' : '/login';
  const common = { base, home, sessionCookie: shared.sessionCookie, ...signInLimits(limits, base) };
  const failuresBy = (kind: SignInKind) => countFailures(common.failures, kind, metrics);
  await registerSaml(app, { steps: signInSteps(shared), ...common, failures: failuresBy('saml') });
  const oidc = oidcSteps(shared);
  await registerOidc(app, { steps: oidc, ...common, failures: failuresBy('oidc') });
  await registerLogin(app, { steps: loginSteps(shared, oidc), ...common, failures: failuresBy('link') });
}

/** Returns the limits of sign-ins. Starting a sign-in also fails if browsers cannot have sessions. */
function signInLimits(
  { signInStart, signInFailures }: SignInParts['limits'],
  base: string,
): Pick<SignInRoutes, 'start' | 'failures'> {
  const start = async (address: string): Promise<void> => {
    requireSessionSupport(base);
    await signInStart(address);
  };
  return { start, failures: signInFailures };
}

/**
 * Throws if browsers cannot have a session on this server, so that a sign-in could not succeed; see `canHoldSessions`.
 * @throws UNAVAILABLE
 */
function requireSessionSupport(base: string): void {
  if (canHoldSessions(base)) return;
  throw new AppError('UNAVAILABLE', 'Cannot sign in: the address of the server is not https. Set PUBLIC_URL to it');
}

/**
 * Returns the functions that run a sign-in by SAML. Their module, which includes the XML parser, is loaded with the
 * first sign-in.
 */
function signInSteps(parts: Pick<RequestServices, 'store' | 'urls'>): SignInSteps {
  const steps = () => import('../modules/identity/sso/login-steps.js');
  return {
    readMetadata: async (id) => (await steps()).readMetadata(parts, id),
    nameProvider: async (id) => (await steps()).nameProvider(parts, id),
    beginLogin: async (id, redirect) => (await steps()).beginLogin(parts, id, redirect),
    receiveResponse: async (id, response) => (await steps()).receiveResponse(parts, id, response),
    finishLogin: async (id, finish) => (await steps()).finishLogin(parts, id, finish),
  };
}

/** Returns the functions that run a sign-in by OpenID Connect. Their module is loaded with the first sign-in. */
function oidcSteps(parts: Pick<RequestServices, 'store' | 'urls' | 'sealer' | 'outbound'>): OidcSteps & OidcLogout {
  const steps = () => import('../modules/identity/oidc/login-steps.js');
  const logout = () => import('../modules/identity/oidc/provider-logout.js');
  return {
    nameProvider: async (id) => (await steps()).nameProvider(parts, id),
    beginLogin: async (id, redirect) => (await steps()).beginLogin(parts, id, redirect),
    finishLogin: async (id, callback) => (await steps()).finishLogin(parts, id, callback),
    endSessions: async (id, token) => (await logout()).endSessions(parts, id, token),
    findLogoutUrl: async (id) => (await logout()).findLogoutUrl(parts, id),
  };
}

interface OidcLogout {
  /** Returns the URL at which a person signs out of an OpenID provider; null if there is none. */
  findLogoutUrl(providerId: string): Promise<string | null>;
}

/** Returns the functions that the pages `/login` and `/logout` call. */
function loginSteps(
  { store, findCaller }: Pick<RequestServices, 'store' | 'findCaller'>,
  { findLogoutUrl }: OidcLogout,
): LoginSteps {
  return {
    isAddress: isEmailAddress,
    findProviders: (address) => findProviders(store.read, address),
    requestLink: (request) => requestLink(store, request),
    addressOfLink: (secret) => findLinkAddress(store, secret),
    useLink: (secret, device) => useLink(store, secret, device),
    async personOf(secret) {
      const viewer = await authenticateSession(findCaller, secret).catch(() => null);
      return viewer && readPerson(store, viewer.userId);
    },
    async endSession(secret) {
      const providerId = await endSession(store, secret);
      return providerId !== null && idKind(providerId) === 'OidcProvider' ? findLogoutUrl(providerId) : null;
    },
  };
}
