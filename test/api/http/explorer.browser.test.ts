import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, execute, openWatchedPage, reason, screenshot } from './browser-kit.js';
import { type Scene, setScene } from './browser-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(chromium!);
  });
  afterAll(() => scene?.browser.close());

  it('the explorer identifies the caller by the token and runs an example with one click', async () => {
    const { page, requested, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    await page.getByText('Sign in or paste a token. Without them only the schema can be read.').waitFor();
    await page.getByLabel('Access token').fill(scene.token);
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    await execute(page, 'Acme Incorporated');
    await screenshot(page, 'explorer');
    expect(scene.foreign(requested)).toEqual([]);
    expect(requested.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the explorer has a tab for each example and runs the open one', async () => {
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    await page.getByLabel('Access token').fill(scene.token);
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    const tabs = page.getByRole('tab');
    expect(await tabs.allInnerTexts()).toEqual([
      'Me',
      'Spaces',
      'Tree',
      'Page',
      'Search',
      'Links',
      'History',
      'Difference',
      'Print',
      'OpenChangeRequest',
      'Threads',
      'Follow',
      'Sites',
    ]);
    await tabs.filter({ hasText: 'Spaces' }).click();
    await page.locator('.graphiql-query-editor').getByText('revision').first().waitFor();
    await execute(page, 'Manual');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the URL of an object opens a query for it', async () => {
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/app/${scene.space}`);
    await page.getByLabel('Access token').fill(scene.token);
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    await execute(page, 'Space');
    expect(complaints).toEqual([]);
    await page.close();
  });
});
