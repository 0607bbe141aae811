import type { Browser } from 'playwright-core';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { launch } from './browser-kit.js';
import { listen } from './server-kit.js';

/** A browser and a listening server with an organization and a space. */
export interface Scene {
  browser: Browser;
  origin: string;
  /** Token of the organization's admin, whose display name is `name`. */
  token: string;
  name: string;
  organization: string;
  space: string;
  /** Returns the requests that went to other servers. */
  foreign(requested: string[]): string[];
}

/** Starts the server and the browser. The test must close the browser. */
export async function setScene(chromium: string): Promise<Scene> {
  const test = await testApp();
  const { id, admin } = await seedOrganization(test, 'Acme Incorporated');
  const { data } = await test.graphql('{ viewer { displayName } }', { token: admin.token });
  const origin = await listen(test);
  return {
    browser: await launch(chromium),
    origin,
    token: admin.token,
    name: data.viewer.displayName,
    organization: id,
    space: await seedSpace(test, id),
    foreign: (requested) => requested.filter((url) => new URL(url).origin !== origin),
  };
}
