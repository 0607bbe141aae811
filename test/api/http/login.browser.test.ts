import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seedOrganization } from '../../support/seed.js';
import { chromium, execute, openPage, openWatchedPage, reason, screenshot } from './browser-kit.js';
import { listedDomain, type SignInScene, setSignInScene } from './sign-in-scene.js';

/** Fills in the address on the first page and continues. */
async function enterAddress(page: Page, address: string): Promise<void> {
  await page.getByLabel('Your e-mail address').fill(address);
  await page.getByRole('button', { name: 'Continue' }).click();
}

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: SignInScene;
  beforeAll(async () => {
    scene = await setSignInScene(chromium!);
  });

  it('an address of a listed domain leads to a choice of providers, then to the provider, then to the explorer', async () => {
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.base}/graphql`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enterAddress(page, `ada@${listedDomain}`);
    await page.getByRole('heading', { name: 'Choose how to sign in' }).waitFor();
    await screenshot(page, 'sign-in-ways');
    await page.getByRole('link', { name: 'Acme login' }).click();
    await page.waitForURL(`${scene.providerUrl}?**`);
    await page.goBack();
    await page.getByRole('link', { name: 'Acme Incorporated Acme login' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    await execute(page, 'Acme Incorporated');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('another address gets a link by mail, which signs in after one more click', async () => {
    const { admin } = await seedOrganization(scene.test);
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.base}/login`);
    await enterAddress(page, admin.email);
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(await scene.linkFor(admin.email));
    await page.getByText(`Sign in as ${admin.email} in this browser?`).waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Admin').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('an invited person gets in with four clicks', async () => {
    const { test, acme, browser } = scene;
    const address = 'grace@else.test';
    await test.rest('POST', `/orgs/${acme.id}/invites`, { ...acme.admin, body: { emails: [address] } });
    const invitation = await scene.linkFor(address);
    const page = await openPage(browser);
    const from = performance.now();
    await page.goto(invitation);
    expect(await page.getByLabel('Your e-mail address').inputValue()).toBe(address);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(await scene.linkFor(address));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as grace.').waitFor();
    const seconds = ((performance.now() - from) / 1_000).toFixed(1);
    console.info(
      `An invited person is signed in after 4 clicks (two on links in mails) and ${seconds} s of the machine`,
    );
    await page.close();
  });

  it('text that is not an address is reported, and the field has the focus', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.base}/login`);
    await enterAddress(page, 'ada@');
    await page.getByRole('alert').getByText('This is not an e-mail address.').waitFor();
    const field = page.getByLabel('Your e-mail address');
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe('ada@');
    await page.close();
  });

  it('a browser sends the Origin of the form, which the server checks if Sec-Fetch-Site is absent', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.base}/login`);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await enterAddress(page, 'ada@');
    expect((await (await posted).allHeaders()).origin).toBe(scene.base);
    await page.close();
  });

  it('an address with letters outside of ASCII is submitted as it was typed', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.base}/login`);
    await enterAddress(page, 'zoë@bücher.test');
    await page.getByText('If zoë@bücher.test has an account').waitFor();
    await page.close();
  });

  it('a person can sign in with only the keyboard', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.base}/login`);
    const { keyboard } = page;
    await keyboard.type(`ada@${listedDomain}`);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose how to sign in' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.waitForURL(`${scene.providerUrl}?**`);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    await page.close();
  });

  it('a person signs in and out without JavaScript', async () => {
    const { admin } = await seedOrganization(scene.test);
    const page = await openPage(scene.browser, { javaScriptEnabled: false });
    await page.goto(`${scene.base}/login?redirect=/login`);
    await enterAddress(page, admin.email);
    await page.goto(await scene.linkFor(admin.email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await page.close();
  });

  it('the explorer leads to the page that signs out', async () => {
    const { page } = await openWatchedPage(scene.browser, scene.start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Your e-mail address').waitFor();
    expect(await page.context().cookies()).toEqual([]);
    await page.goto(`${scene.base}/graphql`);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.close();
  });
});
