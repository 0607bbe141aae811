import { beforeAll, describe, expect, it } from 'vitest';
import { chromium, execute, openPage, openWatchedPage, reason, screenshot } from './browser-kit.js';
import { type SignInScene, setSignInScene } from './sign-in-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: SignInScene;
  beforeAll(async () => {
    scene = await setSignInScene(chromium!);
  });

  it('a user signs in at the identity provider and arrives at the explorer, which runs queries in the session', async () => {
    const { browser, base, start, providerUrl } = scene;
    const { page, requested, complaints } = await openWatchedPage(browser, start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    expect(page.url()).toBe(`${base}/graphql`);
    expect(await page.getByLabel('Access token').inputValue()).toBe('');
    await execute(page, 'Acme Incorporated');
    await screenshot(page, 'signed-in');
    expect(complaints).toEqual([]);
    const origins = new Set(requested.map((url) => new URL(url).origin));
    expect(origins).toEqual(new Set([base, new URL(providerUrl).origin]));
    const withTicket = requested.find((url) => url.includes('/finish?ticket='))!;
    await page.goto(withTicket);
    await page.getByRole('heading', { name: 'The sign-in was refused' }).waitFor();
    await screenshot(page, 'sign-in-refused');
    await page.getByRole('link', { name: 'Go to the sign-in' }).click();
    await page.getByText('You are Ada Lovelace').waitFor();
    await page.close();
  });

  it('a link on another site starts no sign-in before a click', async () => {
    const { browser, start, providerUrl } = scene;
    const page = await openPage(browser);
    await page.goto(start);
    await page.waitForURL(`${providerUrl}?**`);
    await page.evaluate((url) => location.assign(url), start);
    await page.getByRole('heading', { name: 'Sign in to Acme Incorporated' }).waitFor();
    await page.getByRole('link', { name: 'Sign in with Acme login' }).click();
    await page.waitForURL(`${providerUrl}?**`);
    await page.close();
  });

  it('the session is in a cookie that scripts cannot read', async () => {
    const { page } = await openWatchedPage(scene.browser, scene.start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['docgraph', true, 'Lax'],
    ]);
    expect(await page.evaluate(() => JSON.stringify([document.cookie, sessionStorage, localStorage]))).not.toContain(
      cookies[0]!.value,
    );
    await page.close();
  });

  it('the back button of the explorer leads to the provider', async () => {
    const { page } = await openWatchedPage(scene.browser, scene.start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    await page.goBack();
    expect(page.url()).toContain(scene.providerUrl);
    await page.close();
  });

  it('the sign-in also starts a session without JavaScript', async () => {
    const page = await openPage(scene.browser, { javaScriptEnabled: false });
    await page.goto(scene.start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${scene.base}/graphql`);
    await page.goto(`${scene.base}/login`);
    await page.getByText('You are Ada Lovelace').waitFor();
    await page.close();
  });
});
