import type { Browser, Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readExamples } from '../../../src/api/http/explorer/explorer-examples.js';
import { firstStart } from '../../modules/first-start-world.js';
import { type TestApp, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { chromium, launch, reason, screenshot, type Watched, watch } from './browser-kit.js';
import { listen } from './server-kit.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let browser: Browser;
  let origin: string;
  let test: TestApp;
  let tokens: { manual: string; nothing: string };
  beforeAll(async () => {
    test = await testApp();
    const manual = await firstStart(test);
    const { admin } = await seedOrganization(test);
    tokens = { manual, nothing: admin.token };
    origin = await listen(test);
    browser = await launch(chromium!);
  });
  afterAll(() => browser?.close());

  const orgs = async () => (await test.rest('GET', '/orgs', { token: tokens.manual })).body.items[0];

  async function opened(token: string): Promise<Watched> {
    const watched = await watch(browser, `${origin}/graphql`);
    await watched.page.getByLabel('Access token').fill(token);
    await watched.page.getByText('Signed in as').waitFor();
    return watched;
  }

  /** Opens a tab and runs it as it is. GraphiQL names the operation of the former tab for a moment: it is pressed again. */
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

  it('every tab answers as it is delivered, once the token of a first start is pasted', async () => {
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

  it('a tab follows a space while another edits it', async () => {
    const { page, complaints } = await opened(tokens.manual);
    await page.getByRole('tab').filter({ hasText: 'Follow' }).click();
    await page.locator('.graphiql-query-editor').getByText('spaceEvents').first().waitFor();
    const space = (await test.rest('GET', `/orgs/${(await orgs()).id}/spaces`, { token: tokens.manual })).body.items[0];
    const shown = page.locator('.graphiql-response');
    const press = page.getByRole('button', { name: /execute/i });
    const edit = async (subject: string) => {
      // Once the stream is there, the button stops it and has another name.
      if (await press.isVisible()) await press.click();
      await test.rest('POST', `/spaces/${space.id}/change-requests`, { token: tokens.manual, body: { subject } });
      await shown.getByText(subject).first().waitFor({ timeout: 5_000 });
    };
    // The stream is there a moment after the click.
    await vi.waitFor(() => edit('Seen as it happens'), { timeout: 200_000 });
    await edit('And once more');
    await screenshot(page, 'follow');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('where the token sees no space each tab that needs one says so', async () => {
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
