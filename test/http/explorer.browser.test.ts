import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../support/app.js';
import { seedOrganization, seedSpace } from '../support/seed.js';
import { findChromium, launch, watch } from './browser-kit.js';
import { listen } from './server-kit.js';

const chromium = findChromium();
const reason = chromium ? '' : ', SKIPPED: no Chromium found; CHROMIUM_PATH may name one';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let browser: Browser;
  let origin: string;
  let token: string;
  let name: string;
  let space: string;

  beforeAll(async () => {
    const test = await testApp();
    const { id, admin } = await seedOrganization(test, 'Acme Incorporated');
    space = await seedSpace(test, id);
    token = admin.token;
    name = (await test.graphql('{ viewer { displayName } }', { token })).data.viewer.displayName;
    origin = await listen(test);
    browser = await launch(chromium!);
  });
  afterAll(() => browser?.close());

  const foreign = (requested: string[]): string[] => requested.filter((url) => new URL(url).origin !== origin);
  const shot = (of: string): { path: string } | undefined =>
    process.env.SCREENSHOTS ? { path: `${process.env.SCREENSHOTS}/${of}.png` } : undefined;

  it('the explorer knows the caller by the token and runs an example at a click', async () => {
    const { page, requested, complaints } = await watch(browser, `${origin}/graphql`);
    await page.getByText('Without a token only the schema can be read.').waitFor();
    await page.getByLabel('Access token').fill(token);
    await page.getByText(`Signed in as ${name}.`).waitFor();
    await page.getByRole('button', { name: /execute/i }).click();
    const result = page.locator('.graphiql-response, .result-window').first();
    await result.getByText('Acme Incorporated').waitFor();
    if (shot('explorer')) await page.screenshot(shot('explorer')!);
    expect(foreign(requested)).toEqual([]);
    expect(requested.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the explorer has a tab for each example, and each runs', async () => {
    const { page, complaints } = await watch(browser, `${origin}/graphql`);
    await page.getByLabel('Access token').fill(token);
    await page.getByText(`Signed in as ${name}.`).waitFor();
    const tabs = page.getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual(['Me', 'Spaces', 'FirstPage', 'OpenChangeRequest']);
    await tabs.filter({ hasText: 'Spaces' }).click();
    await page.getByRole('button', { name: /execute/i }).click();
    await page.locator('.result-window').getByText('Manual').first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('a token that does not work is told so, and the field keeps it for the tab only', async () => {
    const { page } = await watch(browser, `${origin}/graphql`);
    await page.getByLabel('Access token').fill('no-such-token');
    await page.getByText('The access token is not known; it may have been revoked').waitFor();
    await page.reload();
    expect(await page.getByLabel('Access token').inputValue()).toBe('no-such-token');
    const other = await watch(browser, `${origin}/graphql`);
    expect(await other.page.getByLabel('Access token').inputValue()).toBe('');
    await Promise.all([page.close(), other.page.close()]);
  });

  it('the address of an object leads to a query for it', async () => {
    const { page, complaints } = await watch(browser, `${origin}/app/${space}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByText(`Signed in as ${name}.`).waitFor();
    await page.getByRole('button', { name: /execute/i }).click();
    await page.locator('.result-window').getByText('Space', { exact: false }).first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the token comes first when the explorer is walked through by keyboard, and shows its focus', async () => {
    const { page } = await watch(browser, `${origin}/graphql`);
    await page.getByRole('tab').first().waitFor();
    await page.locator('body').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Tab');
    const field = page.getByLabel('Access token');
    expect(await field.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(
      await field.evaluate((element) => element.ownerDocument.defaultView!.getComputedStyle(element).outlineStyle),
    ).toBe('solid');
    await page.close();
  });

  it('the reference shows the operations and sends one', async () => {
    const { page, requested, complaints } = await watch(browser, `${origin}/v1/docs`);
    await page.locator('.opblock').first().waitFor();
    expect(await page.locator('.opblock').count()).toBeGreaterThanOrEqual(32);
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    await page.locator('.auth-container input').fill(token);
    await page
      .locator('.auth-btn-wrapper')
      .getByRole('button', { name: /apply|authorize/i })
      .click();
    await page.getByRole('button', { name: 'Close' }).click();
    const user = page.locator('.opblock').filter({ has: page.locator('[data-path="/v1/user"]') });
    await user.locator('.opblock-summary-control').click();
    await user.getByRole('button', { name: 'Execute' }).click();
    await user.locator('.live-responses-table').getByText(name).first().waitFor();
    if (shot('reference')) await page.screenshot(shot('reference')!);
    expect(foreign(requested)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
