import type { Browser } from 'playwright-core';
import { launch } from '../../../api/http/browser-kit.js';
import { listen } from '../../../api/http/server-kit.js';
import { type TestApp, testApp } from '../../../support/app.js';

/** Origin of the sites in these tests. */
export const origin = 'http://docs.localhost';

/** A browser and the application that it connects to. */
export interface SiteBrowser {
  test: TestApp;
  browser: Browser;
}

/**
 * Starts an application that listens at `origin`, and a browser that resolves no other host. The test closes the
 * browser.
 */
export async function siteBrowser(chromium: string): Promise<SiteBrowser> {
  const test = await testApp({ PUBLIC_URL: origin });
  const { host } = new URL(await listen(test));
  const browser = await launch(chromium, [
    `--host-resolver-rules=MAP docs.localhost ${host},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
  ]);
  return { test, browser };
}
