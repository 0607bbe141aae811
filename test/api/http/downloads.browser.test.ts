import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { chromium, launch, openPage, reason } from './browser-kit.js';
import { listen } from './server-kit.js';

const script = '<script>alert(1)</script><img src="x" onerror="alert(2)">';
const files = {
  'drawing.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(3)"><script>alert(4)</script></svg>`,
  'page.html': `<html>${script}</html>`,
  'page.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(5)</script></html>',
  'page.txt': `<html>${script}</html>`,
  'page.png': `<html>${script}</html>`,
};

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let browser: Browser;
  const addresses = new Map<string, string>();
  beforeAll(async () => {
    const test = await testApp();
    const { id, admin } = await seedOrganization(test);
    const space = await seedSpace(test, id, files);
    const origin = await listen(test);
    const { body } = await test.rest('GET', `/spaces/${space}/content/files`, admin);
    for (const { name, downloadURL } of body.items) {
      const { pathname, search } = new URL(downloadURL);
      addresses.set(name, origin + pathname + search);
    }
    browser = await launch(chromium!);
  });
  afterAll(() => browser?.close());

  async function opened(): Promise<{ page: Page; alerts: string[] }> {
    const page = await openPage(browser);
    const alerts: string[] = [];
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    return { page, alerts };
  }

  it('the scripts of these files run in a page without protection', async () => {
    const { page, alerts } = await opened();
    await page.setContent(files['page.html'] + files['drawing.svg']);
    await expect.poll(() => alerts.sort()).toEqual(['1', '2', '3', '4']);
    await page.close();
  });

  it.each(['drawing.svg', 'page.html', 'page.xhtml'])('%s is downloaded and runs no script', async (name) => {
    const { page, alerts } = await opened();
    const saving = page.waitForEvent('download');
    await page.goto(addresses.get(name)!).catch(() => undefined);
    expect((await saving).suggestedFilename()).toBe(name);
    expect([page.url(), alerts]).toEqual(['about:blank', []]);
    await page.close();
  });

  it.each(['page.txt', 'page.png'])('%s is shown as its declared type and runs no script', async (name) => {
    const { page, alerts } = await opened();
    await page.goto(addresses.get(name)!);
    await page.waitForTimeout(200);
    expect(page.url()).toBe(addresses.get(name));
    expect(alerts).toEqual([]);
    await page.close();
  });
});
