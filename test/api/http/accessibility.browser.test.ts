import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVerification } from '../../../src/modules/identity/users/verification.js';
import { newId } from '../../../src/platform/base/ids.js';
import { unsubscribeLink } from '../../../src/platform/secrets/unsubscribe-link.js';
import { verificationLink } from '../../../src/platform/secrets/verification-link.js';
import { seedProvider, settingsOf } from '../../modules/identity/sso/sso-scene.js';
import { blocksSite } from '../../modules/sites/published-pages/real-sites.js';
import { secret, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { applyView, views, violationsIn } from './axe.js';
import { chromium, launch, openPage, reason, screenshot } from './browser-kit.js';
import { listeningProvider } from './identity-provider-server.js';
import { ada } from './saml-kit.js';
import { listen } from './server-kit.js';

/** A page of this application that is tested. */
interface PageCase {
  path: () => string;
  status: number;
  /** Waits until the page is complete, or brings it to the state to test. */
  ready?: (page: Page) => Promise<unknown>;
  /** Roots of third-party widgets on the page. The DOM of GraphiQL and of Swagger UI is not part of this project. */
  foreign?: string[];
}

describe.skipIf(chromium === undefined)(`pages of this application${reason}`, () => {
  let browser: Browser;
  let origin: string;
  type Name = 'verify' | 'unsubscribe' | 'saml' | 'site';
  const paths: Record<Name, string> = { verify: '', unsubscribe: '', saml: '', site: '' };

  beforeAll(async () => {
    const test = await testApp();
    const acme = await seedOrganization(test, 'Acme Incorporated');
    origin = await listen(test);
    const verification = await findVerification({ store: test.store, viewer: test.operator }, acme.admin.email);
    paths.verify = verificationLink('', secret, verification);
    const { userId } = verification;
    paths.unsubscribe = unsubscribeLink('', secret, { userId, kinds: ['reviewRequest', 'commentReply'] });
    const id = await seedProvider(test, acme, settingsOf(await listeningProvider(ada)));
    paths.saml = `/saml/${id}`;
    paths.site = (await blocksSite(test, acme)).home;
    browser = await launch(chromium!);
  });
  afterAll(() => browser?.close());

  const pages: Record<string, PageCase> = {
    'the reference': {
      path: () => '/v1/docs',
      status: 200,
      ready: (page) => page.locator('.opblock').first().waitFor(),
      foreign: ['#reference > .swagger-ui'],
    },
    'the explorer': {
      path: () => '/graphql',
      status: 200,
      ready: (page) => page.locator('.graphiql-query-editor').waitFor(),
      foreign: ['#graphiql > *'],
    },
    'the confirmation of a verification': { path: () => paths.verify, status: 200 },
    'a completed verification': {
      path: () => paths.verify,
      status: 200,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Yes, confirm it' }).click();
        await page.getByRole('heading', { name: 'Your e-mail address is confirmed' }).waitFor();
      },
    },
    'the confirmation of an unsubscription': { path: () => paths.unsubscribe, status: 200 },
    'a completed unsubscription': {
      path: () => paths.unsubscribe,
      status: 200,
      ready: async (page) => {
        await page.getByRole('button', { name: 'Unsubscribe' }).click();
        await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
      },
    },
    'a refused unsubscription': { path: () => '/mail/unsubscribe?user=none', status: 404 },
    'a refused verification': { path: () => '/verify-email?user=none', status: 404 },
    'a refused sign-in': { path: () => `${paths.saml}/finish?ticket=none`, status: 403 },
    'a sign-in at an unknown provider': { path: () => `/saml/${newId('SamlProvider')}/start`, status: 404 },
    'a missing PDF': { path: () => `/pdfs/${newId('Revision')}/none.pdf`, status: 404 },
    'a page of a site': { path: () => paths.site, status: 200 },
    'a missing page of a site': { path: () => `${paths.site}/none`, status: 404 },
    'a missing site': { path: () => '/published/none/none', status: 404 },
  };

  for (const [name, { path, status, ready, foreign: thirdPartyRoots }] of Object.entries(pages)) {
    it(`axe finds no violations on ${name} in the light and dark themes and on a narrow screen`, async () => {
      const page = await openPage(browser, { bypassCSP: true });
      const answer = await page.goto(origin + path());
      expect(answer?.status()).toBe(status);
      await ready?.(page);
      for (const view of views) {
        await applyView(page, view);
        await screenshot(page, `accessible-${name.replaceAll(' ', '-')}-${view}`);
        expect(await violationsIn(page, thirdPartyRoots), view).toEqual([]);
      }
      expect(await page.getByRole('main').count()).toBe(1);
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      await page.close();
    });
  }

  it('axe finds no violations in the additions to the form of an operation', async () => {
    const page = await openPage(browser, { bypassCSP: true, viewport: { width: 360, height: 740 } });
    await page.goto(`${origin}/v1/docs`);
    await page.locator('.opblock-summary-control').first().click();
    await page.locator('.shown pre').first().waitFor();
    expect(await violationsIn(page, [], '.shown')).toEqual([]);
    await page.close();
  });
});
