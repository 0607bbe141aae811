import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { sendLinkJob } from '../../../src/modules/identity/sign-in/sign-in-link.js';
import { openBody } from '../../../src/modules/mail/mail-body.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { type SeededOrganization, seedProvider, settingsOf } from '../../modules/identity/sso/sso-scene.js';
import { sealer, type TestApp, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { launch } from './browser-kit.js';
import { listeningProvider } from './identity-provider-server.js';
import { ada } from './saml-kit.js';

/** A browser, an application at its public address, and an organization with a provider that signs in the user Ada. */
export interface SignInScene {
  browser: Browser;
  test: TestApp;
  /** Base address of the application. */
  base: string;
  acme: SeededOrganization;
  /** Address that starts a sign-in with the provider. */
  start: string;
  /** Address of the provider's page. */
  providerUrl: string;
  /** Sends the requested mails. Returns the newest link for an address. */
  linkFor(address: string): Promise<string>;
}

/** E-mail domain that the organization of the scene lists. */
export const listedDomain = 'idp.test';

/** Creates the scene. Its browser and servers are closed after the tests of the file. */
export async function setSignInScene(chromium: string): Promise<SignInScene> {
  const { test, base } = await appAtItsAddress();
  const acme = await seedOrganization(test, 'Acme Incorporated');
  await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { emailDomains: [listedDomain] } });
  const idp = await listeningProvider(ada);
  const id = await seedProvider(test, acme, settingsOf(idp));
  idp.answers({ acsUrl: `${base}/saml/${id}/acs`, entityId: `${base}/saml/${id}/metadata` });
  const browser = await launch(chromium);
  afterAll(() => browser.close());
  const start = `${base}/saml/${id}/start`;
  return { browser, test, base, acme, start, providerUrl: idp.ssoUrl, linkFor: (to) => linkFor(test, base, to) };
}

/**
 * Starts an application that listens at its public address. It needs the address before it can listen there, so another
 * server takes the port first and passes connections on.
 */
async function appAtItsAddress(): Promise<Pick<SignInScene, 'test' | 'base'>> {
  const portHolder = createServer().listen(0, '127.0.0.1');
  await once(portHolder, 'listening');
  afterAll(() => void portHolder.close());
  const base = `http://127.0.0.1:${(portHolder.address() as AddressInfo).port}`;
  const test = await testApp({ PUBLIC_URL: base });
  await test.app.ready();
  portHolder.on('connection', (socket) => test.app.server.emit('connection', socket));
  return { test, base };
}

async function linkFor({ store }: TestApp, base: string, address: string): Promise<string> {
  await runDueJobs(store, [sendLinkJob({ store, sealer, base })]);
  const { sql, first } = store.read;
  const query = sql.selectFrom('Mail').selectAll().where('address', '=', address);
  const mail = (await first(query.orderBy('createdAt', 'desc').orderBy('id', 'desc')))!;
  return /https?:\S+\/login\S+/.exec(openBody(sealer, mail)!.text)![0];
}
