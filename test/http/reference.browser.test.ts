import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, reason, screenshot, watch } from './browser-kit.js';
import { type Scene, setScene } from './browser-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(chromium!);
  });
  afterAll(() => scene?.browser.close());

  it('the reference shows the operations and sends one', async () => {
    const { page, requested, complaints } = await watch(scene.browser, `${scene.origin}/v1/docs`);
    await page.locator('.opblock').first().waitFor();
    await expect.poll(() => page.locator('.opblock').count()).toBeGreaterThanOrEqual(32);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(scene.token);
    await page
      .locator('.auth-btn-wrapper')
      .getByRole('button', { name: /apply|authorize/i })
      .click();
    await page.getByRole('button', { name: 'Close' }).click();
    const user = page.locator('.opblock').filter({ has: page.locator('[data-path="/v1/user"]') });
    await user.locator('.opblock-summary-control').click();
    await user.getByRole('button', { name: 'Execute' }).click();
    await user.locator('.live-responses-table').getByText(scene.name).first().waitFor();
    await screenshot(page, 'reference');
    expect(scene.foreign(requested)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
