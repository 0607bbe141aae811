import type { TestApp } from '../../support/app.js';
import type { Person } from '../../support/seed.js';
import { seedAdaptiveSite } from '../site-adaptive/adaptive-kit.js';
import { allClaims } from '../site-adaptive/all-claims.js';

/** Makes a site with sections and spaces whose conditions ask for what its schema does not have; answers its id. */
export async function makeAdaptiveSite(test: TestApp, owner: { id: string; admin: Person }): Promise<string> {
  const condition = 'visitor.claims.unknown';
  const site = await seedAdaptiveSite(test, owner, {
    sections: { one: condition, two: condition, three: condition },
    siteSpaces: { 'one/first': condition, 'two/second': null, 'three/third': condition },
  });
  const { status } = await site.ask('PUT', '/adaptive-schema', { jsonSchema: allClaims });
  if (status !== 200) throw new Error(`The schema was answered ${status}`);
  return site.id;
}
