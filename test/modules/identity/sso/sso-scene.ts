import { type TestProvider, provider as testProvider } from '../../../api/saml/identity-provider.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';

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

/** What an organization with an identity provider has of its own. */
export interface SceneOptions {
  domains?: string[];
  settings?: object;
}

/** An organization with a provider, and perhaps domains of its own. */
export async function seedScene(
  test: TestApp,
  { domains = [], settings = {} }: SceneOptions = {},
): Promise<Owned & { provider: string }> {
  const organization = await seedOrganization(test);
  const body = { emailDomains: domains };
  await test.rest('PATCH', `/orgs/${organization.id}`, { ...organization.admin, body });
  return { ...organization, provider: await seedProvider(test, organization, { ...settingsOf(), ...settings }) };
}

let count = 0;

/** What a provider says of somebody; each is somebody else. */
export const somebody = (email = `person${++count}@idp.test`) => ({ nameId: email, attributes: { email } });

/** Tables whose rows belong to a user. */
export type PersonalTable = 'Member' | 'SamlIdentity' | 'TeamMember' | 'AccessToken';

/** Rows of a user. */
export async function personalRows({ store: { read } }: TestApp, table: PersonalTable, userId: string) {
  return read.all(read.sql.selectFrom(table).selectAll().where('userId', '=', userId));
}
