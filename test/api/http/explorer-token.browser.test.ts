import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, openWatchedPage, reason } from './browser-kit.js';
import { type Scene, setScene } from './browser-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(chromium!);
  });
  afterAll(() => scene?.browser.close());

  it('an invalid token is reported, and the field stores it only for the tab', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    await page.getByLabel('Access token').fill('no-such-token');
    await page.getByText('The access token is unknown; it may have been revoked').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Access token').inputValue()).toBe('no-such-token');
    const other = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    expect(await other.page.getByLabel('Access token').inputValue()).toBe('');
    await Promise.all([page.close(), other.page.close()]);
  });

  it('the token field is first in the tab order and shows its focus', async () => {
    const { page } = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    await page.getByRole('tab').first().waitFor();
    const field = page.getByLabel('Access token');
    await field.waitFor();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Tab');
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(
      await field.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).outlineStyle),
    ).toBe('solid');
    await page.close();
  });
});
