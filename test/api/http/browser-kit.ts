import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium as engine, type Page } from 'playwright-core';
import { vi } from 'vitest';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Path of a Chromium on this machine: `CHROMIUM_PATH`, else the first found on PATH; undefined where there is none. */
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

/** The browser of these tests, and what a skipped test says of its absence. */
export const chromium = findChromium();
export const reason = chromium ? '' : ', SKIPPED: no Chromium found; CHROMIUM_PATH may name one';

/** Keeps a picture of a page where `SCREENSHOTS` names a folder. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Starts the browser without anything that would reach for the network by itself; `more` are switches beside. */
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

/** Milliseconds after which something that does not come is given up. */
const timeout = 120_000;

/** Opens a page that waits as long as a busy machine takes. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(timeout);
  return page;
}

/** What a page did besides being looked at. */
export interface Watched {
  page: Page;
  /** Addresses of all requests, in order; inline data aside. */
  requested: string[];
  /** Errors and warnings of the console, exceptions, and requests that failed. */
  complaints: string[];
  /** What dialogs said; each is closed. */
  dialogs: string[];
}

/** Opens a page and listens to it from its first request on. */
export async function watch(browser: Browser, address: string): Promise<Watched> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 800 } });
  const watched = listenTo(page);
  await page.goto(address);
  return watched;
}

/** Listens to what a page does from now on. */
export function listenTo(page: Page): Watched {
  const watched: Watched = { page, requested: [], complaints: [], dialogs: [] };
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url())) watched.requested.push(request.url());
  });
  page.on('requestfailed', (request) => {
    // What the page had begun to load when it was left.
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
 * Runs the query of the open tab until its result says what is wanted. GraphiQL learns the operation of a tab 100 ms
 * after it opened and names the former one until then; nobody is that fast but a test, which presses again.
 */
export function execute(page: Page, wanted: string): Promise<void> {
  const result = page.locator('.result-window').getByText(wanted).first();
  const press = async () => {
    await page.getByRole('button', { name: /execute/i }).click();
    await result.waitFor({ timeout: 10_000 });
  };
  return vi.waitFor(press, { timeout: 200_000 });
}
