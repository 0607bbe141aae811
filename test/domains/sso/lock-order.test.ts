import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedTeam } from '../../support/seed.js';
import { seedProvider, settingsOf } from './sso-scene.js';

const test = await testApp();
const organization = await seedOrganization(test);
const team = await seedTeam(test, organization.id, {});
const provider = await seedProvider(test, organization);
const path = `/orgs/${organization.id}/saml`;

it.each([
  ['a new provider', { method: 'POST', to: path, body: { ...settingsOf(), defaultTeam: team } }],
  ['a changed provider', { method: 'PATCH', to: `${path}/${provider}`, body: { defaultTeam: team } }],
] as const)('%s waits for a change of its default team before it holds the organization', async (_, request) => {
  let begin = (): void => {};
  const begun = new Promise<void>((done) => {
    begin = done;
  });
  const change = test.store.transaction(async (tx) => {
    await tx.lock('Team', team);
    begin();
    await new Promise((done) => setTimeout(done, 300));
    const lock = tx.read.provider === 'postgresql' ? sql`for no key update nowait` : sql``;
    const rows = sql`select "id" from "Organization" where "id" = ${organization.id} ${lock}`;
    expect(await tx.read.all(rows)).toHaveLength(1);
  });
  await begun;
  const { method, to, body } = request;
  const [{ status }] = await Promise.all([test.rest(method, to, { ...organization.admin, body }), change]);
  expect([200, 201]).toContain(status);
});
