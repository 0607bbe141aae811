import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedProvider, settingsOf } from '../../modules/identity/sso/sso-scene.js';
import { type TestApp, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { applyView, views, violationsIn } from './axe.js';
import { chromium, execute, launch, openPage, reason, screenshot, watch } from './browser-kit.js';
import { listeningProvider } from './identity-provider-server.js';
import { ada } from './saml-kit.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let browser: Browser;
  let onClose = () => {};
  let start: string;
  let provider: string;

  beforeAll(async () => {
    // The application needs its URL before it can listen there, so this server takes the port first and passes
    // connections on.
    const portHolder = createServer().listen(0, '127.0.0.1');
    await once(portHolder, 'listening');
    onClose = () => void portHolder.close();
    const base = `http://127.0.0.1:${(portHolder.address() as AddressInfo).port}`;
    const test: TestApp = await testApp({ PUBLIC_URL: base });
    await test.app.ready();
    portHolder.on('connection', (socket) => test.app.server.emit('connection', socket));
    const acme = await seedOrganization(test, 'Acme Incorporated');
    const idp = await listeningProvider(ada);
    const id = await seedProvider(test, acme, settingsOf(idp));
    idp.answers({ acsUrl: `${base}/saml/${id}/acs`, entityId: `${base}/saml/${id}/metadata` });
    [start, provider] = [`${base}/saml/${id}/start`, idp.ssoUrl];
    browser = await launch(chromium!);
  });
  afterAll(async () => {
    await browser?.close();
    onClose();
  });

  it('a user signs in at the identity provider and ends in the explorer with a valid token', async () => {
    const { page, requested, complaints } = await watch(browser, start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    const token = await page.getByLabel('Access token').inputValue();
    expect(token).toMatch(/^dg_/);
    await page.getByRole('button', { name: 'Copy' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /Copied|Copy the marked text/ })
      .waitFor();
    await screenshot(page, 'signed-in');
    const withTicket = page.url();
    await page.getByRole('button', { name: 'Open the explorer' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    expect(await page.getByLabel('Access token').inputValue()).toBe(token);
    await execute(page, 'Acme Incorporated');
    expect(complaints).toEqual([]);
    const origins = new Set(requested.map((url) => new URL(url).origin));
    expect(origins).toEqual(new Set([new URL(start).origin, new URL(provider).origin]));
    await page.goto(withTicket);
    await page.getByRole('heading', { name: 'The sign-in was refused' }).waitFor();
    expect(await page.content()).not.toContain(token);
    await screenshot(page, 'sign-in-refused');
    await page.close();
  });

  it('the back button of the explorer does not lead to the token', async () => {
    const { page } = await watch(browser, start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Open the explorer' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    await page.goBack();
    expect(page.url()).toContain(provider);
    await page.close();
  });

  it('axe finds no violations on the page after a sign-in', async () => {
    const page = await openPage(browser, { bypassCSP: true });
    await page.goto(start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    for (const view of views) {
      await applyView(page, view);
      expect(await violationsIn(page), view).toEqual([]);
    }
    await page.close();
  });

  it('without scripts the token can be copied by hand', async () => {
    const page = await openPage(browser, { javaScriptEnabled: false });
    await page.goto(start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByLabel('Access token').inputValue()).toMatch(/^dg_/);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.close();
  });
});
