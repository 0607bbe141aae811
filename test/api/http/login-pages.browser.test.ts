import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyView, views, violationsIn } from './axe.js';
import { chromium, openPage, reason, screenshot } from './browser-kit.js';
import { listedDomain, type SignInScene, setSignInScene } from './sign-in-scene.js';

/** A page of the sign-in: the path to open, and the steps from there to the page. */
interface LoginPage {
  path: () => string | Promise<string>;
  heading: string;
  steps?: (page: Page) => Promise<unknown>;
}

describe.skipIf(chromium === undefined)(`the pages of a sign-in${reason}`, () => {
  let scene: SignInScene;
  beforeAll(async () => {
    scene = await setSignInScene(chromium!);
  });

  const enter = (address: string) => async (page: Page) => {
    await page.getByLabel('Your e-mail address').fill(address);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const login = () => '/login';
  const signIn = async (page: Page) => {
    const path = new URL(page.url()).pathname;
    await page.goto(scene.start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${scene.base}/graphql`);
    await page.goto(scene.base + path);
  };
  const linkOfAdmin = async () => {
    const { base, acme, test, linkFor } = scene;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: base };
    const payload = String(new URLSearchParams({ email: acme.admin.email }));
    await test.app.inject({ method: 'POST', url: '/login', headers, payload });
    return (await linkFor(acme.admin.email)).slice(base.length);
  };

  const pages: Record<string, LoginPage> = {
    'the first page': { path: login, heading: 'Sign in' },
    'a refused address': { path: login, heading: 'Sign in', steps: enter('ada@') },
    'the choice': { path: login, heading: 'Choose how to sign in', steps: enter(`ada@${listedDomain}`) },
    'a requested link': { path: login, heading: 'Check your mail', steps: enter('nobody@else.test') },
    'the confirmation of a link': { path: linkOfAdmin, heading: 'Sign in' },
    'a used link': { path: () => '/login/link?token=none', heading: 'This link has ended' },
    'a person who is signed in': { path: login, heading: 'You are signed in', steps: signIn },
    'signing out': { path: () => '/logout', heading: 'Sign out', steps: signIn },
    'a link on another site': {
      path: () => '/logout',
      heading: 'Sign in to Acme Incorporated',
      steps: async (page) => {
        await page.goto(scene.start);
        await page.evaluate((url) => location.assign(url), scene.start);
      },
    },
    'a failure': { path: () => '/saml/none/start', heading: 'There is no sign-in here' },
  };

  for (const [name, { path, heading, steps }] of Object.entries(pages)) {
    it(`axe finds no violations on ${name} in the light and dark themes and on a narrow screen`, async () => {
      const page = await openPage(scene.browser, { bypassCSP: true });
      await page.goto(scene.base + (await path()));
      await steps?.(page);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      for (const view of views) {
        await applyView(page, view);
        await screenshot(page, `login-${name.replaceAll(' ', '-')}-${view}`);
        expect(await violationsIn(page), view).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view).toBe(true);
      }
      expect(await page.getByRole('main').count()).toBe(1);
      await page.close();
    });
  }
});
