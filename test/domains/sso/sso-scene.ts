import { type TestProvider, provider as testProvider } from '../../saml/identity-provider.js';
import type { TestApp } from '../../support/app.js';
import type { Person } from '../../support/seed.js';

/** What an admin sends to add the identity provider of the tests. */
export function settingsOf({ entityId, ssoUrl, certificate }: TestProvider = testProvider) {
  return { label: 'Acme login', entityID: entityId, ssoURL: ssoUrl, certificate };
}

/** An organization and its admin, as `seedOrganization` makes it. */
export interface Owned {
  id: string;
  admin: Person;
}

/** Adds an identity provider; what is absent is that of the tests. Answers its id. */
export async function seedProvider(test: TestApp, { id, admin }: Owned, body: object = settingsOf()): Promise<string> {
  const answer = await test.rest('POST', `/orgs/${id}/saml`, { token: admin.token, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}
