import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { readRetention, setRetention } from './retention-kit.js';

const test = await testApp({ EVENT_RETENTION: '400', PDF_RETENTION: '5' });

describe('the retention of an organization', () => {
  it('is that of the server without settings of its own', async () => {
    const acme = await seedOrganization(test);
    const { data } = await readRetention(test, acme.id, acme.admin.token);
    expect(data.organization.retention).toEqual({
      events: { days: 400, setting: null, maximum: 400 },
      revisions: { days: null },
      pdfs: { days: 5 },
      mails: { days: 30 },
      jobs: { days: 7 },
      oldestEvent: 1,
    });
  });

  it('is set by an admin for each kind on its own, and null restores that of the server', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const { token } = admin;
    await setRetention(test, { token, organization, events: 90, revisions: 1, jobs: 2 });
    const { data } = await setRetention(test, { token, organization, events: null, mails: 3 });
    expect(data.updateRetention.organization.retention).toMatchObject({
      events: { days: 400, setting: null },
      revisions: { days: 1 },
      mails: { days: 3 },
      jobs: { days: 2 },
    });
    const events = await test.graphql(
      `query ($id: ID!) { organization(id: $id) { events(first: 2, filter: { action: UPDATE_RETENTION }) { nodes { changes } } } }`,
      { token, variables: { id: organization } },
    );
    expect(events.data.organization.events.nodes).toEqual([
      { changes: { events: null, mails: 3 } },
      { changes: { events: 90, revisions: 1, jobs: 2 } },
    ]);
  });

  it.each([
    ['events', 29, '`events` must be from 30 to 400 days, or null (got 29)'],
    ['events', 401, '`events` must be from 30 to 400 days, or null (got 401)'],
    ['revisions', 0, '`revisions` must be from 1 to 3650 days, or null (got 0)'],
    ['pdfs', 6, '`pdfs` must be from 1 to 5 days, or null (got 6)'],
    ['mails', 31, '`mails` must be from 1 to 30 days, or null (got 31)'],
    ['jobs', 8, '`jobs` must be from 1 to 7 days, or null (got 8)'],
  ])('of %s cannot be %i days', async (kind, days, message) => {
    const { id: organization, admin } = await seedOrganization(test);
    const { errors } = await setRetention(test, { token: admin.token, organization, [kind]: days });
    expect(errors?.map((error) => [error.message, error.extensions.field])).toEqual([[message, kind]]);
  });

  it('is neither read nor set by others than admins', async () => {
    const { id: organization } = await seedOrganization(test);
    const { token } = await seedMember(test, organization, 'create');
    for (const answer of [
      await setRetention(test, { token, organization, jobs: 1 }),
      await readRetention(test, organization, token),
    ])
      expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  it('is not set in a session whose sign-in was more than 15 minutes ago', async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const at = new Date(Date.now() - 16 * 60_000);
    const token = await seedSessionSecret(test, { userId: admin.id, organizationId: null, at });
    const { errors } = await setRetention(test, { token, organization, jobs: 1 });
    expect(errors?.map(({ extensions }) => extensions.reason)).toEqual(['SIGN_IN_TOO_OLD']);
  });

  it('is not set by an admin of another organization, for whom the organization does not exist', async () => {
    const { id: organization } = await seedOrganization(test);
    const { admin } = await seedOrganization(test);
    const { errors } = await setRetention(test, { token: admin.token, organization, jobs: 1 });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['NOT_FOUND']);
  });
});
