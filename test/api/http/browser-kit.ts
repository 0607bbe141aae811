import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium as engine, type Page } from 'playwright-core';
import { vi } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Returns the path of a Chromium on this machine: `CHROMIUM_PATH`, otherwise the first one on PATH; undefined if there
 * is none.
 */
function findChromium(): string | undefined {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const given = process.env.CHROMIUM_PATH;
  return (given ? [given] : candidates).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** The browser of these tests, and the reason that skipped tests show. */
export const chromium = findChromium();
export const reason = chromium ? '' : ', SKIPPED: no Chromium found; CHROMIUM_PATH may name one';

/** Saves a screenshot of a page if `SCREENSHOTS` names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Starts the browser without background network requests. `more` has additional command-line switches. */
export function launch(executablePath: string, more: readonly string[] = []): Promise<Browser> {
  const args = [
    ...more,
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return engine.launch({ executablePath, args, timeout });
}

/** Maximum time to wait in a test, in milliseconds. */
const timeout = 120_000;

/** Opens a page with a timeout for a busy machine. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(timeout);
  return page;
}

/** A page with its requests, errors and dialogs. */
export interface WatchedPage {
  page: Page;
  /** URLs of all requests, in order, except inline data. */
  requested: string[];
  /** Error messages on the console, exceptions, and failed requests. */
  complaints: string[];
  /** Messages of dialogs. Each dialog is dismissed. */
  dialogs: string[];
}

/** Opens a page and watches it from its first request. */
export async function openWatchedPage(browser: Browser, address: string): Promise<WatchedPage> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  const watched = listenTo(page);
  await page.goto(address);
  return watched;
}

/** Watches a page from now on. */
export function listenTo(page: Page): WatchedPage {
  const watched: WatchedPage = { page, requested: [], complaints: [], dialogs: [] };
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) watched.requested.push(request.url());
  });
  page.on('requestfailed', (request) => {
    // Requests that are aborted because the browser leaves the page are not errors.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') watched.complaints.push(`failed: ${request.url()}`);
  });
  page.on('pageerror', (error) => void watched.complaints.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') watched.complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('dialog', (dialog) => {
    watched.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return watched;
}

/**
 * Runs the query of the open tab until its result contains the wanted text. For 100 ms after a tab opens, GraphiQL
 * sends the operation name of the previous tab. Only a test is that fast, so it presses the button again.
 */
export function execute(page: Page, expectedText: string): Promise<void> {
  const result = page.locator('.result-window').getByText(expectedText).first();
  const press = async () => {
    await page.getByRole('button', { name: /execute/i }).click();
    await result.waitFor({ timeout: 10_000 });
  };
  return vi.waitFor(press, { timeout: 200_000 });
}
