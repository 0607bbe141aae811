import { sql } from 'kysely';
import { newId } from '../../../src/platform/base/ids.js';
import { seedOidcProvider } from '../../modules/identity/oidc/oidc-settings.js';
import { seedProvider } from '../../modules/identity/sso/sso-scene.js';
import { mailRow, queue } from '../../modules/mail/mail-kit.js';
import { openChangeRequest } from '../../modules/review/change-requests/proposal.js';
import type { TestApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { type JobSetup, type JobSetups, longAgo } from './job-setup.js';

/** Functions that prepare an expired row in a new organization, by the kind of the job that removes it. */
export const expirySetups: JobSetups = {
  'accessTokens.expire': async (test) => {
    const { admin } = await seedOrganization(test);
    const id = newId('AccessToken');
    const row = { id, userId: admin.id, hash: id, name: 'old', createdAt: longAgo, expiresAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.accessToken.create({ data: row }));
    return deletedRow(test, 'AccessToken', ['id', id]);
  },

  'idempotencyKeys.expire': async (test) => {
    const { id: organization, admin } = await seedOrganization(test);
    const key = newId('Job');
    await test.rest('POST', `/orgs/${organization}/collections`, {
      ...admin,
      body: {},
      headers: { 'idempotency-key': key },
    });
    await test.store.transaction(({ prisma }) => prisma.idempotencyKey.updateMany({ data: { expiresAt: longAgo } }));
    return {
      outcome: async () =>
        (await test.store.read.all(test.store.sql.selectFrom('IdempotencyKey').select('hash'))).length,
      expected: 0,
    };
  },

  'samlLogins.expire': async (test) => {
    const acme = await seedOrganization(test);
    const providerId = await seedProvider(test, acme);
    const id = newId('Job');
    const row = { id, organizationId: acme.id, providerId, browserHash: id, createdAt: longAgo, expiresAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.samlLogin.create({ data: row }));
    return deletedRow(test, 'SamlLogin', ['id', id]);
  },

  'signInLinks.expire': async (test) => {
    const { admin } = await seedOrganization(test);
    const hash = newId('Job');
    const row = { hash, userId: admin.id, createdAt: longAgo, expiresAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.signInLink.create({ data: row }));
    return deletedRow(test, 'SignInLink', ['hash', hash]);
  },

  'linkRequests.expire': async (test) => {
    const id = newId('Job');
    const at = { runAt: longAgo, createdAt: longAgo, finishedAt: longAgo };
    const row = { id, kind: 'signInLinks.send', payload: {}, status: 'done', ...at };
    await test.store.transaction(({ prisma }) => prisma.job.create({ data: row }));
    return deletedRow(test, 'Job', ['id', id]);
  },

  'oidcLogins.expire': async (test) => {
    const acme = await seedOrganization(test);
    const providerId = await seedOidcProvider(test, acme);
    const id = newId('Job');
    const row = { id, organizationId: acme.id, providerId, browserHash: id, createdAt: longAgo, expiresAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.oidcLogin.create({ data: row }));
    return deletedRow(test, 'OidcLogin', ['id', id]);
  },

  'pdfs.expire': async (test) => {
    const { id: organizationId } = await seedOrganization(test);
    const spaceId = await seedSpace(test, organizationId);
    const hash = newId('Job');
    const row = { organizationId, spaceId, hash, part: 0, parts: 1, bytes: new Uint8Array(3), createdAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.renderedPdf.create({ data: row }));
    return deletedRow(test, 'RenderedPdf', ['hash', hash]);
  },

  'mailBodies.expire': async (test) => {
    const id = await queue(test.store, { expiresAt: longAgo });
    return { outcome: async () => (await mailRow(test.store, id))!.body, expected: null };
  },

  'mails.expire': async (test) => {
    const id = await queue(test.store);
    await test.store.transaction(({ prisma }) => prisma.mail.update({ where: { id }, data: { createdAt: longAgo } }));
    return deletedRow(test, 'Mail', ['id', id]);
  },

  'mailJobs.expire': async (test) => {
    await queue(test.store);
    await test.store.transaction(({ prisma }) =>
      prisma.job.updateMany({ where: { kind: 'mail.send' }, data: { runAt: longAgo } }),
    );
    return deletedRow(test, 'Job', ['kind', 'mail.send']);
  },

  'jobs.expire': async (test) => {
    const id = newId('Job');
    const row = {
      id,
      kind: 'spaces.purge',
      payload: {},
      status: 'done',
      runAt: longAgo,
      createdAt: longAgo,
      finishedAt: longAgo,
    };
    await test.store.transaction(({ prisma }) => prisma.job.create({ data: row }));
    return deletedRow(test, 'Job', ['id', id]);
  },

  'events.expire': async (test) => {
    const { id: organizationId } = await seedOrganization(test);
    await seedSpace(test, organizationId);
    await test.store.transaction(async ({ prisma }) => {
      await prisma.organization.update({ where: { id: organizationId }, data: { eventRetention: 30 } });
      await prisma.event.updateMany({ where: { organizationId }, data: { at: longAgo } });
    });
    const events = test.store.sql.selectFrom('Event').select('sequence').where('organizationId', '=', organizationId);
    return { outcome: () => test.store.read.all(events), expected: [{ sequence: 1 }] };
  },

  'revisions.expire': async (test) => {
    const { id: organizationId, admin } = await seedOrganization(test);
    const space = await seedSpace(test, organizationId);
    const proposal = await openChangeRequest(test, space, admin.token);
    for (const title of ['One', 'Two', 'Three'])
      await proposal.change({ operation: 'insert_page', title, document: {} });
    const { revision, revisionInitial } = await proposal.get();
    await proposal.merge();
    await test.store.transaction(async ({ prisma }) => {
      await prisma.organization.update({ where: { id: organizationId }, data: { revisionRetention: 1 } });
      await prisma.revision.updateMany({ where: { organizationId }, data: { createdAt: longAgo } });
    });
    const left = test.store.sql.selectFrom('Revision').select(['id', 'parentId', 'removedEdits']);
    return {
      outcome: () => test.store.read.all(left.where('changeRequestId', '=', proposal.id)),
      expected: [{ id: revision, parentId: revisionInitial, removedEdits: 2 }],
    };
  },

  'fieldUses.expire': async (test) => {
    const client = newId('Job');
    const row = { day: '2020-01-01', client, clientVersion: '', field: 'Space.title', calls: 1 };
    await test.store.transaction(({ prisma }) => prisma.fieldUse.create({ data: row }));
    return deletedRow(test, 'FieldUse', ['client', client]);
  },

  'rateWindows.expire': async (test) => {
    const hash = newId('Job');
    const row = { hash, granted: 1, endsAt: longAgo };
    await test.store.transaction(({ prisma }) => prisma.rateWindow.create({ data: row }));
    return deletedRow(test, 'RateWindow', ['hash', hash]);
  },
};

/** Returns the expectation that a row is deleted. */
function deletedRow(
  test: TestApp,
  table:
    | 'AccessToken'
    | 'SamlLogin'
    | 'OidcLogin'
    | 'SignInLink'
    | 'RenderedPdf'
    | 'Mail'
    | 'Job'
    | 'FieldUse'
    | 'RateWindow',
  [column, value]: [string, string],
): JobSetup {
  const query = sql<object>`select 1 as "there" from ${sql.table(table)} where ${sql.ref(column)} = ${value}`;
  return { outcome: async () => (await test.store.read.all(query)).length, expected: 0 };
}
