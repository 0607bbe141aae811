import { describe, expect, it } from 'vitest';
import { seedProvider, settingsOf } from '../../modules/identity/sso/sso-scene.js';
import { testApp } from '../../support/app.js';
import { oidcEnvironment, seedOidc } from './oidc-kit.js';

const test = await testApp(oidcEnvironment);
const acme = await seedOidc(test, { label: 'Acme <login>' });
const saml = await seedProvider(test, acme, { ...settingsOf(), label: 'Acme <login>' });
const open = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });

describe.each([`/saml/${saml}/start`, `/oidc/${acme.providerId}/start`])('the start of a sign-in', (path) => {
  it.each(['cross-site', 'same-site'])('first asks for confirmation if the request is %s', async (site) => {
    const from = { 'sec-fetch-site': site };
    const { statusCode, headers, body } = await open(`${path}?redirect=/app/spc_1`, from);
    expect([statusCode, headers['set-cookie'], headers['cache-control']]).toEqual([200, undefined, 'no-store']);
    expect(body).toContain(
      `<a class="button" href="${path}?redirect=%2Fapp%2Fspc_1">Sign in with Acme &#60;login&#62;</a>`,
    );
    expect((await open(`${path}?redirect=//evil.test`, from)).body).toContain(`href="${path}"`);
  });

  it.each<Record<string, string>>([{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }, {}])(
    'redirects to the provider if a page of this server, a typed address or an old browser sent the request',
    async (headers) => {
      expect((await open(path, headers)).statusCode).toBe(303);
    },
  );

  it('returns 404 for an unknown provider, also from a link on another site', async () => {
    const unknown = path.replace(/_\w+/, '_00000000000000000000000000');
    expect((await open(unknown, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(404);
  });
});
