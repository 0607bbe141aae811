import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRequests } from '../../contract/sample-requests.js';
import { chromium, openWatchedPage, reason, screenshot } from './browser-kit.js';
import { type Scene, setScene } from './browser-scene.js';
import { setSignInScene } from './sign-in-scene.js';

describe.skipIf(chromium === undefined)(`in a browser${reason}`, () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(chromium!);
  });
  afterAll(() => scene?.browser.close());

  it('the reference shows all operations and can send one', async () => {
    const { page, requested, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/v1/docs`);
    await page.locator('.opblock').first().waitFor();
    const operationIds = new Set<string>();
    await scrollThrough(page, async () => {
      const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id));
      for (const id of ids) operationIds.add(id);
      return false;
    });
    expect(operationIds.size).toBe(sampleRequests.length);
    await page.evaluate(() => scrollTo(0, 0));
    await authorize(page, scene.token);
    const user = page.locator('.opblock').filter({ has: page.locator('[data-path="/v1/user"]') });
    await user.locator('.opblock-summary-control').click();
    await user.getByRole('button', { name: 'Execute' }).click();
    await user.locator('.live-responses-table').getByText(scene.name).first().waitFor();
    await screenshot(page, 'reference');
    expect(scene.foreign(requested)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('the prefilled forms of a create and an update succeed once their ids are filled in', async () => {
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/v1/docs`);
    await page.locator('.opblock').first().waitFor();
    await authorize(page, scene.token);
    const createResponse = await send(page, 'createSpace', { organizationId: scene.organization });
    expect([createResponse.status, createResponse.body.title]).toEqual(['201', 'User manual']);
    const changed = await send(page, 'updateSpaceById', { spaceId: scene.space });
    expect([changed.status, changed.body.id, changed.body.title]).toEqual(['200', scene.space, 'User manual']);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('without a token the forms act in the session of the browser, and the bar shows its person', async () => {
    const { browser, base, start } = await setSignInScene(chromium!);
    const { page, complaints } = await openWatchedPage(browser, start);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${base}/graphql`);
    await page.goto(`${base}/v1/docs`);
    await page.getByText('Signed in as Ada Lovelace.').waitFor();
    const { status, body } = await send(page, 'getAuthenticatedUser', {});
    expect([status, body.displayName]).toEqual(['200', 'Ada Lovelace']);
    await screenshot(page, 'reference-session');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('each form shows a curl command and the GraphQL operation', async () => {
    const { page, complaints } = await openWatchedPage(scene.browser, `${scene.origin}/v1/docs`);
    const form = await open(page, 'updateSpaceById');
    const texts = await form.locator('.shown pre').allTextContents();
    expect(texts[0]).toContain(`curl -X PATCH '${scene.origin}/v1/spaces/spc_`);
    expect(texts[1]).toContain('mutation updateSpaceById($input: UpdateSpaceInput!)');
    expect(JSON.parse(texts[2]!).input.title).toBe('User manual');
    await form.locator('.shown pre').first().scrollIntoViewIfNeeded();
    await screenshot(page, 'reference-operation');
    expect(complaints).toEqual([]);
    await page.close();
  });
});

async function authorize(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  await page.locator('.auth-container input').fill(token);
  await page
    .locator('.auth-btn-wrapper')
    .getByRole('button', { name: /apply|authorize/i })
    .click();
  await page.getByRole('button', { name: 'Close' }).click();
}

/**
 * Scrolls down from the top until `isThere` is true or the end is reached. A long reference renders only its visible
 * part.
 */
async function scrollThrough(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  for (;;) {
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    if (await isThere()) return;
    const isEnd = await page.evaluate(() => {
      const before = scrollY;
      scrollBy(0, innerHeight / 2);
      return scrollY === before;
    });
    if (isEnd) return;
  }
}

/** Opens the form of an operation. */
async function open(page: Page, id: string) {
  const form = page.locator(`.opblock[id$="-${id}"]`);
  await scrollThrough(page, async () => (await form.count()) > 0);
  await form.locator('.opblock-summary-control').click();
  await form.getByRole('button', { name: 'Execute' }).waitFor();
  return form;
}

/** Sends a prefilled form with the ids of its path. Returns the status and body that the page shows. */
async function send(page: Page, id: string, ids: Record<string, string>): Promise<{ status: string; body: any }> {
  const form = await open(page, id);
  for (const [name, value] of Object.entries(ids))
    await form.locator(`tr[data-param-name="${name}"] input`).fill(value);
  await form.getByRole('button', { name: 'Execute' }).click();
  const answer = form.locator('.live-responses-table');
  await answer.locator('.response-col_description .microlight').first().waitFor();
  const status = await answer.locator('tr.response .response-col_status').first().textContent();
  const body = await answer.locator('.response-col_description .microlight').first().textContent();
  return { status: status!.trim().slice(0, 3), body: JSON.parse(body!) };
}
