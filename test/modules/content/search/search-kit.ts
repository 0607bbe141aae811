import type { TestApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

/** A space for tests of search. */
export interface SearchFixture {
  organization: string;
  space: string;
  token: string;
  /** Returns the paths of the pages that a query finds over `/v1`, best first. */
  paths(query: string): Promise<string[]>;
}

/** Imports files into a new space. The fixture searches the space as the admin of its organization. */
export async function seedSearchSpace(test: TestApp, files: Record<string, string>): Promise<SearchFixture> {
  const { id: organization, admin } = await seedOrganization(test);
  const space = await seedSpace(test, organization, files);
  const { token } = admin;
  return {
    organization,
    space,
    token,
    async paths(query) {
      const { body } = await test.rest('GET', `/spaces/${space}/search?query=${encodeURIComponent(query)}`, { token });
      return body.items.map(({ path }: { path: string }) => path);
    },
  };
}
