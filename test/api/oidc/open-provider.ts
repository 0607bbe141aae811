import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type ClientMetadata, type Configuration } from 'oidc-provider';
import { afterAll } from 'vitest';

/** A person whom the provider signs in, with the claims about the person. */
export interface Account {
  sub: string;
  [claim: string]: unknown;
}

/** A real OpenID provider (oidc-provider) at `http://127.0.0.1`, which signs a person in without asking. */
export interface OpenProvider {
  issuer: string;
  /** Key that signs tokens, as JWK. */
  readonly key: SigningKey;
  /** Person to sign in at the next request. */
  account: Account;
  /** Bodies of the requests that the provider sends to addresses of clients, such as logout tokens. */
  readonly sent: { url: string; body: string }[];
  /** Registers a client. For a registered client, adds redirect URIs. */
  addClient(client: ClientMetadata): Promise<void>;
  /** Replaces the key; tokens of the old one are no longer valid. */
  rotateKey(): Promise<void>;
  /** Makes the provider send a logout token to a client. */
  sendLogout(clientId: string, logout: { sub: string; sid: string }): Promise<void>;
  /** Opens an authorization URL as a browser does, and returns the address that it is redirected to at the end. */
  signIn(authorizationUrl: string): Promise<URL>;
}

/** A private key as JWK. */
export type SigningKey = Record<string, string>;

/** A person of most tests. */
export const ada: Account = { sub: 'ada-1815', email: 'ada@idp.test', email_verified: true, name: 'Ada Lovelace' };

/** Creates a signing key for a provider. */
export function newSigningKey(kid: string): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...(privateKey.export({ format: 'jwk' }) as SigningKey), kid, use: 'sig', alg: 'RS256' };
}

/** First key of every provider. It is shared, because creating a key takes a third of a second. */
const firstKey = newSigningKey('key-1');

/** Starts a provider, which ends after the test file. `settings` replace settings of the library. */
export async function openProvider(settings: Configuration = {}): Promise<OpenProvider> {
  let number = 1;
  let listener = async (_request: IncomingMessage, response: ServerResponse): Promise<void> => void response.end();
  const server = createServer((request, response) => listener(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state = { account: ada, key: firstKey, sent: [] as OpenProvider['sent'] };
  const clients: ClientMetadata[] = [];
  let provider: Provider;
  const start = (): void => {
    provider = new Provider(issuer, { ...configurationOf(state, clients), ...settings });
    listener = listenerOf(provider, state);
  };
  start();
  return Object.assign(state, {
    issuer,
    async addClient(client: ClientMetadata) {
      const known = clients.find(({ client_id: id }) => id === client.client_id);
      if (known) known.redirect_uris = [...known.redirect_uris!, ...client.redirect_uris!];
      else clients.push(client);
      start();
    },
    async rotateKey() {
      number += 1;
      state.key = newSigningKey(`key-${number}`);
      start();
    },
    async sendLogout(clientId: string, { sub, sid }: { sub: string; sid: string }) {
      const client = (await provider.Client.find(clientId)) as unknown as Logout;
      await client.backchannelLogout(sub, sid);
    },
    signIn: (url: string) => followToClient(issuer, url),
  });
}

interface Logout {
  backchannelLogout(sub: string, sid: string): Promise<void>;
}

type State = Pick<OpenProvider, 'account' | 'key' | 'sent'>;

function configurationOf(state: State, clients: ClientMetadata[]): Configuration {
  return {
    clients,
    jwks: { keys: [state.key as never] },
    cookies: { keys: ['a key of a test'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'given_name'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...state.account, sub: id }) }),
    // A grant for everything that clients request, as in a company that registers its own clients.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    async fetch(url, options) {
      state.sent.push({ url: `${url}`, body: `${options?.body}` });
      return new Response(null, { status: 200 });
    },
  };
}

/** Signs the current person in at each interaction. */
function listenerOf(provider: Provider, state: State) {
  const callback = provider.callback();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: state.account.sub } });
  };
}

/** Follows redirects with cookies until they leave the provider. */
async function followToClient(issuer: string, first: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(first);
  while (url.origin === issuer) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name, ...value] = set.split(';')[0]!.split('=');
      cookies.set(name!, value.join('='));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${answer.status} ${await answer.text()}`);
    url = new URL(location, url);
  }
  return url;
}
