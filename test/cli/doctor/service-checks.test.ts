import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { checkAi } from '../../../src/cli/doctor/services/check-ai.js';
import { checkDns } from '../../../src/cli/doctor/services/check-dns.js';
import { checkHostnames } from '../../../src/cli/doctor/services/check-hostnames.js';
import { checkMailServer } from '../../../src/cli/doctor/services/check-mail-server.js';
import { checkOidcProviders } from '../../../src/cli/doctor/services/check-oidc-providers.js';
import { checkSamlCertificates } from '../../../src/cli/doctor/services/check-saml-certificates.js';
import { newId } from '../../../src/platform/base/ids.js';
import { rsa } from '../../api/saml/certificates.js';
import { seedSite } from '../../modules/sites/published-sites/site-kit.js';
import { startSmtpServer } from '../../platform/mail/smtp-server.js';
import { testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { atEnd } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';
import { textOf } from './doctor-kit.js';

const test = await testApp();
const { url } = test;

describe('mail-server', () => {
  it('connects without sending a mail, and reports a server that refuses the password', async () => {
    const server = await startSmtpServer({
      authOptional: true,
      onAuth: ({ password }, _session, done) => done(password === 'right' ? null : new Error('no'), { user: 'docs' }),
    });
    const at = (password: string) => ({ SMTP_URL: `smtp://docs:${password}@127.0.0.1:${server.port}` });
    expect(await textOf(checkMailServer, url)).toBe('skipped: SMTP_URL is not set.');
    expect(await textOf(checkMailServer, url, at('right'))).toBe('ok: The mail server accepts the connection.');
    const refused = await textOf(checkMailServer, url, at('wrong-password'));
    expect(refused).toMatch(/^error: .*the mail server refused the user or the password\. Check SMTP_URL\.$/);
    expect(refused).not.toContain('wrong-password');
    expect(server.received).toEqual([]);
    const closed = await textOf(checkMailServer, url, { SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(closed).toMatch(/^error: .*connection to the mail server failed/);
  });
});

describe('ai', () => {
  it('reports a service that does not answer, refuses the key, or lacks a model', async () => {
    const server = createServer(({ headers }, response) => {
      const isKnown = headers.authorization === 'Bearer good-key';
      response.writeHead(isKnown ? 200 : 401).end(JSON.stringify({ data: [{ id: 'writer' }] }));
    }).listen(0, '127.0.0.1');
    atEnd(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const env = { AI_URL: `http://127.0.0.1:${port}/v1`, OUTBOUND_ALLOW: '127.0.0.1', AI_KEY: 'good-key' };
    expect(await textOf(checkAi, url)).toBe('skipped: AI_URL is not set.');
    expect(await textOf(checkAi, url, { ...env, AI_MODEL: 'writer' })).toBe(
      'ok: The AI service answers, and lists 1 models.',
    );
    expect(await textOf(checkAi, url, { ...env, AI_MODEL: 'other' })).toContain('does not list the model other.');
    const refused = await textOf(checkAi, url, { ...env, AI_KEY: 'bad-key' });
    expect(refused).toMatch(/^error: The AI service refuses the key \(status 401\)\./);
    expect(refused).not.toContain('bad-key');
    expect(await textOf(checkAi, url, { ...env, OUTBOUND_ALLOW: '' })).toMatch(/^error: .*OUTBOUND_ALLOW/);
  });
});

/** Adds a provider with columns that a test chooses. */
async function seedProvider(table: 'oidcProvider' | 'samlProvider', own: object): Promise<void> {
  const { id: organizationId } = await seedOrganization(test);
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const id = newId(table === 'oidcProvider' ? 'OidcProvider' : 'SamlProvider');
  const data = { id, organizationId, label: 'Acme', ...times, ...own };
  await test.store.transaction(async ({ prisma }) => void (await prisma[table as 'samlProvider'].create({ data })));
}

describe('single sign-on', () => {
  it('the oidc-providers check reports an issuer without a usable configuration', async () => {
    expect(await textOf(checkOidcProviders, url)).toBe('skipped: There are no OpenID providers.');
    const issuer = 'http://127.0.0.1:1';
    await seedProvider('oidcProvider', { issuer, clientId: 'docs' });
    const text = await textOf(checkOidcProviders, url, { OUTBOUND_ALLOW: '127.0.0.1' });
    expect(text).toMatch(/^warning: People cannot sign in with http:\/\/127\.0\.0\.1:1: /);
  });

  it('the saml-certificates check reports a certificate that ends within 30 days, and one that has ended', async () => {
    await seedProvider('samlProvider', { certificate: rsa.certificate });
    expect(await textOf(checkSamlCertificates, url)).toMatch(/^ok: .*30 days: 1\.$/);
    const end = Date.parse(new X509Certificate(rsa.certificate).validTo);
    const day = 86_400_000;
    moveClock(end - Date.now() - 10 * day + 60_000);
    expect(await textOf(checkSamlCertificates, url)).toMatch(/^warning: .* Acme \(\S+\) ends on \S+, in 9 days\./);
    moveClock(11 * day);
    expect(await textOf(checkSamlCertificates, url)).toMatch(/^warning: .* Acme \(\S+\) ended on /);
  });
});

it('hostnames and dns report a confirmed hostname that does not resolve', async () => {
  for (const check of [checkHostnames, checkDns]) expect(await textOf(check, url)).toMatch(/^skipped: No site/);
  const { id: organization } = await seedOrganization(test);
  const { id } = await seedSite(test, { organization, spaces: [] });
  const hostname = 'docs.invalid';
  await test.store.transaction(({ prisma }) =>
    prisma.site.update({ where: { id }, data: { hostname, confirmedHostname: hostname } }),
  );
  expect(await textOf(checkHostnames, url)).toMatch(/^warning: The hostname docs\.invalid does not resolve \(/);
  // The result depends on the network of this machine.
  expect(await textOf(checkDns, url)).toMatch(/^(ok: The DNS server answers|warning: The DNS server does not)/);
});
