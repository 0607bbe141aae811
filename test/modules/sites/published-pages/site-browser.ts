import type { Browser } from 'playwright-core';
import { launch } from '../../../api/http/browser-kit.js';
import { listen } from '../../../api/http/server-kit.js';
import { type TestApp, testApp } from '../../../support/app.js';

/** Where the sites of these tests are. */
export const origin = 'http://docs.localhost';

/** A browser in front of a whole application. */
export interface SiteBrowser {
  test: TestApp;
  browser: Browser;
}

/** Starts an application that listens at `origin`, and a browser that finds no other host; the test closes the browser. */
export async function siteBrowser(chromium: string): Promise<SiteBrowser> {
  const test = await testApp({ PUBLIC_URL: origin });
  const { host } = new URL(await listen(test));
  const browser = await launch(chromium, [
    `--host-resolver-rules=MAP docs.localhost ${host},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1`,
  ]);
  return { test, browser };
}
