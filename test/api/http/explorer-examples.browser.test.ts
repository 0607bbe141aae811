import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExamples } from '../../../src/api/http/explorer/explorer-examples.js';
import { seedFirstStart } from '../../modules/first-start-world.js';
import { type TestApp, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { chromium, launch, openWatchedPage, reason, screenshot, type WatchedPage } from './browser-kit.js';
import { listen } from './server-kit.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let browser: Browser;
  let origin: string;
  let test: TestApp;
  let tokens: { manual: string; nothing: string };
  beforeAll(async () => {
    test = await testApp();
    const manual = await seedFirstStart(test);
    const { admin } = await seedOrganization(test);
    tokens = { manual, nothing: admin.token };
    origin = await listen(test);
    browser = await launch(chromium!);
  });
  afterAll(() => browser?.close());

  const orgs = async () => (await test.rest('GET', '/orgs', { token: tokens.manual })).body.items[0];

  async function opened(token: string): Promise<WatchedPage> {
    const watched = await openWatchedPage(browser, `${origin}/graphql`);
    await watched.page.getByLabel('Access token').fill(token);
    await watched.page.getByText('Signed in as').waitFor();
    return watched;
  }

  /**
   * Opens a tab and runs its query unchanged. GraphiQL briefly sends the operation name of the previous tab, so the
   * test presses the button again.
   */
  async function answerOf(page: Page, name: string): Promise<{ data: unknown; errors?: unknown }> {
    await page.getByRole('tab').filter({ hasText: name }).click();
    const isOwn = (response: Response) => response.request().postDataJSON()?.operationName === name;
    const press = async () => {
      const answered = page.waitForResponse(isOwn, { timeout: 5_000 });
      await page.getByRole('button', { name: /execute/i }).click();
      return (await answered).json();
    };
    return vi.waitFor(press, { timeout: 100_000 });
  }

  it('every example runs unchanged with the token of a first start', async () => {
    const { page, complaints } = await opened(tokens.manual);
    for (const { name } of readExamples().filter((example) => example.name !== 'Follow')) {
      const { data, errors } = await answerOf(page, name);
      expect([name, errors]).toEqual([name, undefined]);
      expect(JSON.stringify(data), name).not.toMatch(/"(space|page|revision|revisionById)":null/);
    }
    await screenshot(page, 'examples');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('a tab follows the events of a space while it is edited', async () => {
    const { page, complaints } = await opened(tokens.manual);
    await page.getByRole('tab').filter({ hasText: 'Follow' }).click();
    await page.locator('.graphiql-query-editor').getByText('spaceEvents').first().waitFor();
    const space = (await test.rest('GET', `/orgs/${(await orgs()).id}/spaces`, { token: tokens.manual })).body.items[0];
    const responsePane = page.locator('.graphiql-response');
    const press = page.getByRole('button', { name: /execute/i });
    const edit = async (subject: string) => {
      // While the stream is open, the button has another name and stops the stream.
      if (await press.isVisible()) await press.click();
      await test.rest('POST', `/spaces/${space.id}/change-requests`, { token: tokens.manual, body: { subject } });
      await responsePane.getByText(subject).first().waitFor({ timeout: 5_000 });
    };
    // The stream opens shortly after the click.
    await vi.waitFor(() => edit('Seen as it happens'), { timeout: 200_000 });
    await edit('And once more');
    await screenshot(page, 'follow');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('each example that needs a space reports that the token sees none', async () => {
    const { page } = await opened(tokens.nothing);
    const needy = readExamples().filter(({ query }) => query.includes('$space'));
    expect(needy).toHaveLength(10);
    for (const { name } of needy) {
      await page.getByRole('tab').filter({ hasText: name }).click();
      await page.locator('.graphiql-editor-tool').getByText('The token sees no space yet').first().waitFor();
    }
    expect(await answerOf(page, 'Tree')).toMatchObject({ data: { space: null } });
    await page.close();
  });
});
