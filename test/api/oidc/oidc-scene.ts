import { randomBytes } from 'node:crypto';
import type { OidcClient, OidcParties } from '../../../src/api/oidc/client.js';
import { loginUrl } from '../../../src/api/oidc/login-url.js';
import { type OidcIdentity, readResponse } from '../../../src/api/oidc/read-response.js';
import { type CallService, createOutbound } from '../../../src/platform/outbound/outbound.js';
import { type OpenProvider, openProvider } from './open-provider.js';

/** Changes a JSON response of a provider before the client gets it: `path` is the path of the request. */
export type Tamper = (path: string, json: Record<string, any>) => Promise<object> | object;

/** A client at a provider, and sign-ins of its person. */
export interface OidcScene {
  provider: OpenProvider;
  parties: OidcParties;
  /** Changes responses of the provider from now on. */
  tamper: Tamper;
  /** Runs the first step and the page of the provider. */
  begin(): Promise<StartedSignIn>;
  /** Runs a whole sign-in. */
  signIn(): Promise<OidcIdentity>;
  /** Reads the response of a sign-in. */
  finish(begun: StartedSignIn): Promise<OidcIdentity>;
}

/** A sign-in whose response has arrived. */
export interface StartedSignIn {
  state: string;
  browserSecret: string;
  query: string;
}

/** Client that calls providers of tests through the guard. */
export const call: CallService = createOutbound(['127.0.0.1']).identityProvider;

const clientSecret = 'a secret of a client, 32 bytes long';

/** Starts a provider with a client. */
export async function oidcScene(
  settings: Partial<OidcClient> = {},
  tamper: Tamper = (_, json) => json,
): Promise<OidcScene> {
  const provider = await openProvider();
  const callbackUrl = 'https://docs.test/oidc/oidc_1/callback';
  await provider.addClient({
    client_id: 'docgraph',
    client_secret: clientSecret,
    redirect_uris: [callbackUrl],
    backchannel_logout_uri: 'https://docs.test/oidc/oidc_1/backchannel-logout',
    backchannel_logout_session_required: true,
    post_logout_redirect_uris: ['https://docs.test/oidc/oidc_1/signed-out'],
  });
  const client = { issuer: provider.issuer, clientId: 'docgraph', clientSecret, callbackUrl, groupsClaim: null };
  const scene: OidcScene = {
    provider,
    tamper,
    parties: { client: { ...client, ...settings }, call: tampering(() => scene.tamper) },
    async begin() {
      const [state, browserSecret] = [newText(), newText()];
      const url = await loginUrl(scene.parties, { state, browserSecret });
      return { state, browserSecret, query: (await provider.signIn(url)).search };
    },
    finish: (begun) => readResponse(scene.parties, begun),
    signIn: async () => scene.finish(await scene.begin()),
  };
  return scene;
}

function tampering(current: () => Tamper): CallService {
  return async (url, outgoing) => {
    const answer = await call(url, outgoing);
    const json = JSON.parse(Buffer.from(answer.bytes).toString());
    const changed = await current()(new URL(url).pathname, json);
    return { ...answer, bytes: Buffer.from(JSON.stringify(changed)) };
  };
}

function newText(): string {
  return randomBytes(32).toString('base64url');
}
