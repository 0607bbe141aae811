import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium, execute, openWatchedPage, reason, type WatchedPage } from './browser-kit.js';
import { type Scene, setScene } from './browser-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(chromium!);
  });
  afterAll(() => scene?.browser.close());

  async function opened(): Promise<WatchedPage> {
    const watched = await openWatchedPage(scene.browser, `${scene.origin}/graphql`);
    await watched.page.getByLabel('Access token').fill(scene.token);
    await watched.page.getByText(`Signed in as ${scene.name}.`).waitFor();
    return watched;
  }

  async function goTo(page: Page, path: string): Promise<void> {
    await page.goto(scene.origin + path);
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
  }

  const tabs = (page: Page): Promise<string[]> =>
    page
      .getByRole('tab')
      .evaluateAll((all) =>
        all.map((tab) => (tab as HTMLElement).innerText + (tab.ariaSelected === 'true' ? '*' : '')),
      );

  /** Opens a tab. Returns the tabs after GraphiQL has stored its state, which takes half a second. */
  async function leaveOpen(page: Page, name: string): Promise<string[]> {
    await page.getByRole('tab').filter({ hasText: name }).click();
    const left = () => page.evaluate(() => JSON.parse(localStorage.getItem('graphiql:tabState') ?? 'null'));
    await expect.poll(async () => (await left())?.tabs[(await left()).activeTabIndex].title).toBe(name);
    return tabs(page);
  }

  /**
   * Replaces the variables in the editor. The text must not have brackets or quotes, because the editor adds the
   * closing ones.
   */
  async function writeVariables(page: Page, text: string): Promise<void> {
    await page.locator('.graphiql-editor-tool .monaco-editor').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('graphiql:tabState'))).toContain(text);
  }

  it('a reload opens the previously open tab with its query, and no other', async () => {
    const { page, complaints } = await opened();
    await page.reload();
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    expect((await tabs(page)).slice(0, 2)).toEqual(['Me*', 'Spaces']);
    const before = await leaveOpen(page, 'Spaces');
    expect(before).toHaveLength(13);
    await page.reload();
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    expect(await tabs(page)).toEqual(before);
    await execute(page, 'Manual');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('a reload preserves edited variables of an example, and the URL stays short', async () => {
    const { page } = await opened();
    await leaveOpen(page, 'Tree');
    await writeVariables(page, '// mine');
    await page.reload();
    await page.locator('.graphiql-editor-tool').getByText('mine').first().waitFor();
    expect(page.url()).toBe(`${scene.origin}/graphql`);
    await page.close();
  });

  it('the URL of an object opens one tab for it, no matter how often and which tab was open', async () => {
    const { page, complaints } = await opened();
    await goTo(page, `/app/${scene.space}`);
    await expect.poll(async () => (await tabs(page)).length).toBe(14);
    const own = await tabs(page);
    await leaveOpen(page, 'Tree');
    await writeVariables(page, '// mine');
    await goTo(page, `/app/${scene.space}`);
    await goTo(page, `/app/${scene.space}`);
    expect(await tabs(page)).toEqual(own);
    await execute(page, 'Space');
    await page.reload();
    await page.getByText(`Signed in as ${scene.name}.`).waitFor();
    expect(await tabs(page)).toEqual(own);
    expect(own.filter((tab) => tab.endsWith('*'))).toEqual([`${scene.space}*`]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
