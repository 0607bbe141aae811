import { describe, expect, it } from 'vitest';
import { endSessionUrl } from '../../../src/api/oidc/end-session-url.js';
import { loginUrl } from '../../../src/api/oidc/login-url.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { type OidcScene, oidcScene, type Tamper } from './oidc-scene.js';

/** Returns the error of the first step for a changed configuration of the provider. */
async function errorWith(change: (scene: OidcScene) => Record<string, unknown>): Promise<unknown> {
  const scene = await oidcScene();
  const tamper: Tamper = (path, json) => (path.endsWith('openid-configuration') ? { ...json, ...change(scene) } : json);
  scene.tamper = tamper;
  return scene.begin().catch((error) => error);
}

describe('the authorization URL', () => {
  it('has the code flow with PKCE, a state and a nonce, and none of the secrets that they derive from', async () => {
    const { parties } = await oidcScene();
    const browserSecret = 'b'.repeat(43);
    const url = new URL(await loginUrl(parties, { state: 's', browserSecret }));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'docgraph',
      redirect_uri: parties.client.callbackUrl,
      scope: 'openid email profile',
      state: 's',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(url.href).not.toContain(browserSecret);
  });
});

describe('a configuration is refused', () => {
  const cases: [title: string, change: (scene: OidcScene) => Record<string, unknown>, message: RegExp][] = [
    ['of another issuer', () => ({ issuer: 'https://other.test' }), /another issuer|no usable configuration/],
    ['without an issuer', () => ({ issuer: undefined }), /no usable configuration/],
    ['without keys', () => ({ jwks_uri: undefined }), /without `jwks_uri`/],
    ['without a token endpoint', () => ({ token_endpoint: undefined }), /without `token_endpoint`/],
    ['with a script as its page', () => ({ authorization_endpoint: 'javascript:alert(1)' }), /not an https address/],
    ['with http on another machine', () => ({ token_endpoint: 'http://idp.test/token' }), /not an https address/],
    ['with credentials', () => ({ jwks_uri: 'https://a:b@idp.test/keys' }), /not an https address/],
    ['with an invalid address', () => ({ end_session_endpoint: 'none' }), /not an https address/],
    ['with a number as an address', () => ({ userinfo_endpoint: 5 }), /not an https address/],
  ];
  it.each(cases)('%s', async (_title, change, message) => {
    expect(await errorWith(change)).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(message) });
  });

  it('if its address is not allowed, or no server responds there', async () => {
    const { parties } = await oidcScene();
    const call = createOutbound([]).identityProvider;
    const start = (issuer: string, given = call) => {
      const client = { ...parties.client, issuer };
      return loginUrl({ client, call: given }, { state: 's', browserSecret: 'b' }).catch((error) => error);
    };
    for (const issuer of [parties.client.issuer, 'https://10.0.0.1', 'https://169.254.169.254'])
      expect(await start(issuer)).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/must /) });
    expect(await start('http://127.0.0.1:1', parties.call)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('if it is not JSON', async () => {
    const scene = await oidcScene();
    const call = async () => ({ status: 200, headers: { 'content-type': 'text/html' }, bytes: Buffer.from('<p>') });
    const error = await loginUrl({ ...scene.parties, call }, { state: 's', browserSecret: 'b' }).catch((e) => e);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining('no usable configuration') });
  });
});

describe('a provider', () => {
  it('may replace its keys between two sign-ins', async () => {
    const scene = await oidcScene();
    const { subject } = await scene.signIn();
    await scene.provider.rotateKey();
    expect(await scene.signIn()).toMatchObject({ subject });
  });

  it('is asked for its configuration once in a few minutes', async () => {
    const scene = await oidcScene();
    const paths: string[] = [];
    scene.tamper = (path, json) => {
      paths.push(path);
      return json;
    };
    for (let round = 0; round < 3; round += 1) await scene.signIn();
    expect(paths.filter((path) => path.endsWith('openid-configuration'))).toHaveLength(1);
    expect(paths.filter((path) => path === '/jwks')).toHaveLength(1);
  });

  it('may accept clients without a secret, or with one in the body', async () => {
    const { provider, parties, begin, finish } = await oidcScene();
    const { callbackUrl } = parties.client;
    await provider.addClient({
      client_id: 'public',
      redirect_uris: [callbackUrl],
      token_endpoint_auth_method: 'none',
    });
    Object.assign(parties.client, { clientId: 'public', clientSecret: null });
    expect((await finish(await begin())).subject).toBe('ada-1815');
  });

  it('has an address for signing out, with the client and the page to return to', async () => {
    const scene = await oidcScene();
    const url = new URL((await endSessionUrl(scene.parties, 'https://docs.test/oidc/oidc_1/signed-out'))!);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'docgraph',
      post_logout_redirect_uri: 'https://docs.test/oidc/oidc_1/signed-out',
    });
    const other = await oidcScene();
    other.tamper = (path, json) => ({
      ...json,
      ...(path.endsWith('configuration') && { end_session_endpoint: undefined }),
    });
    expect(await endSessionUrl(other.parties, 'https://docs.test')).toBe(null);
  });
});
