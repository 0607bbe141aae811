import { type TestProvider, provider as testProvider } from '../../../api/saml/identity-provider.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';

/** Returns the input that adds an identity provider, by default that of the tests. */
export function settingsOf({ entityId, ssoUrl, certificate }: TestProvider = testProvider) {
  return { label: 'Acme login', entityID: entityId, ssoURL: ssoUrl, certificate };
}

/** An organization and its admin, as `seedOrganization` creates them. */
export interface SeededOrganization {
  id: string;
  admin: Person;
}

/** Adds an identity provider, by default the provider of the tests. Returns its id. */
export async function seedProvider(
  test: TestApp,
  { id, admin }: SeededOrganization,
  body: object = settingsOf(),
): Promise<string> {
  const answer = await test.rest('POST', `/orgs/${id}/saml`, { token: admin.token, body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
}

/** Options of an organization with an identity provider. */
export interface SceneOptions {
  domains?: string[];
  settings?: object;
}

/** Creates an organization with a provider, and optionally with e-mail domains. */
export async function seedScene(
  test: TestApp,
  { domains = [], settings = {} }: SceneOptions = {},
): Promise<SeededOrganization & { provider: string }> {
  const organization = await seedOrganization(test);
  const body = { emailDomains: domains };
  await test.rest('PATCH', `/orgs/${organization.id}`, { ...organization.admin, body });
  return { ...organization, provider: await seedProvider(test, organization, { ...settingsOf(), ...settings }) };
}

let count = 0;

/**
 * Returns an assertion of an identity provider. Each call without an address is about a new person.
 */
export const newAssertedPerson = (email = `person${++count}@idp.test`) => ({ nameId: email, attributes: { email } });

/** Tables whose rows belong to a user. */
export type PersonalTable = 'Member' | 'SamlIdentity' | 'TeamMember' | 'AccessToken';

/** Returns the rows of a user in a table. */
export async function personalRows({ store: { read } }: TestApp, table: PersonalTable, userId: string) {
  return read.all(read.sql.selectFrom(table).selectAll().where('userId', '=', userId));
}
