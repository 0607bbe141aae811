import { sql } from 'kysely';
import { expect } from 'vitest';
import { hashOf } from '../../../src/engine/base/blob.js';
import { collectContentGarbage } from '../../../src/modules/content/content-garbage-collection/collect-content.js';
import { storeBlobs } from '../../../src/modules/content/revisions/store-content.js';
import { requestLink } from '../../../src/modules/identity/sign-in/sign-in-link.js';
import { eraseUser } from '../../../src/modules/lifecycle/erasures/erase-actions.js';
import { deleteNow, dumpDatabase, tablesWith } from '../../modules/lifecycle/organizations/removal-kit.js';
import { seedProposal } from '../../modules/notifications/notification-kit.js';
import { processWaitingSpecifications } from '../../modules/specifications/processing.js';
import { seedTranslation } from '../../modules/translations/translation-kit.js';
import { sealer, type TestApp } from '../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace, tokenOf } from '../../support/seed.js';
import { type JobSetups, longAgo } from './job-setup.js';
import { expirySetups } from './killable-expiries.js';

/** Functions that prepare work in a new organization, by job kind. */
export const jobSetups: JobSetups = {
  async 'specification.process'(test) {
    const { at, admin } = await seedAt(test);
    await setDocument(test, { at, admin }, 'One');
    return {
      waits: true,
      outcome: async () => {
        const { processingState } = (await test.rest('GET', `${at}/pets`, admin)).body;
        return [processingState, (await test.rest('GET', `${at}/pets/versions`, admin)).body.items.length];
      },
      expected: ['complete', 1],
    };
  },

  async 'specification.refresh'(test) {
    const { at, admin, organization } = await seedAt(test);
    await test.rest('PUT', `${at}/pets`, { ...admin, body: { source: { url: 'https://127.0.0.1/' } } });
    await processWaitingSpecifications(test);
    const data = { refreshAt: longAgo };
    await test.store.transaction(({ prisma }) =>
      prisma.openAPISpec.updateMany({ where: { slug: 'pets', organizationId: organization }, data }),
    );
    const due = test.store.sql
      .selectFrom('OpenAPISpec')
      .select('id')
      .where('organizationId', '=', organization)
      .where('refreshAt', '<=', new Date().toISOString());
    return { outcome: async () => (await test.store.read.all(due)).length, expected: 0 };
  },

  async 'computed.renew'(test) {
    const { at, admin, organization } = await seedAt(test);
    await setDocument(test, { at, admin }, 'One');
    await processWaitingSpecifications(test);
    const dependencies = { spec: { ref: { kind: 'openapi', spec: 'pets' } } };
    const computedSource = { type: 'builtin:openapi', props: { models: false }, dependencies };
    const body = { title: 'API', computedSource };
    const { id } = (await test.rest('POST', `/orgs/${organization}/spaces`, { ...admin, body })).body;
    await setDocument(test, { at, admin }, 'Two');
    await processWaitingSpecifications(test);
    const revisions = test.store.sql
      .selectFrom('Revision')
      .select('id')
      .where('spaceId', '=', id)
      .where('type', '=', 'computed');
    return {
      waits: true,
      outcome: async () => [
        (await test.rest('GET', `/spaces/${id}/content`, admin)).body.pages[0].pages[0].title,
        (await test.store.read.all(revisions)).length,
      ],
      expected: ['Two', 2],
    };
  },

  async 'conversation.analyse'(test) {
    const { id, admin } = await seedOrganization(test);
    const at = `/orgs/${id}/conversations`;
    const questions = ['My card has not arrived', 'How do I change my PIN?', 'Where is my card?'];
    const body = questions.map((text, index) => ({
      id: `${index}`,
      parts: [{ type: 'message', role: 'user', body: text }],
    }));
    await test.rest('POST', at, { ...admin, body });
    return {
      waits: true,
      outcome: async () => {
        const { items } = (await test.rest('GET', at, admin)).body;
        const issues = (await test.rest('GET', `${at}-issues`, admin)).body.items;
        return [items.filter(({ processedAt }: { processedAt?: string }) => processedAt).length, issues.length];
      },
      expected: [3, 3],
    };
  },

  async 'translations.run'(test) {
    const translated = await seedTranslation(test, { 'README.md': '# One\n\nText.\n' });
    await test.rest('POST', `${translated.path}/run`, translated.admin);
    return {
      waits: true,
      outcome: async () => {
        const { status, stats } = await translated.read();
        return [status, stats.runs, await translated.page('')];
      },
      expected: ['completed', 1, expect.stringMatching(/\[fr\]/)],
    };
  },

  async 'users.erase'(test) {
    const { id: organization } = await seedOrganization(test);
    const { id } = await seedMember(test, organization, 'read');
    await tokenOf(test, id, { organization, name: 'Laptop' });
    const { displayName } = await eraseUser({ store: test.store, viewer: test.operator, sealer }, id);
    const events = test.store.sql.selectFrom('Event').select('changes').where('organizationId', '=', organization);
    return {
      waits: true,
      outcome: () => test.store.read.all(events.where('action', '=', 'createAccessToken')),
      expected: [{ changes: { name: displayName, user: id, scopes: null } }],
    };
  },

  async 'spaces.purge'(test) {
    const { id, admin } = await seedOrganization(test);
    const space = await seedSpace(test, id);
    await test.rest('DELETE', `/spaces/${space}`, admin);
    await test.store.transaction(({ prisma }) =>
      prisma.space.update({ where: { id: space }, data: { deletedAt: longAgo } }),
    );
    const rows = test.store.sql.selectFrom('Revision').select('id').where('spaceId', '=', space);
    const events = test.store.sql
      .selectFrom('Event')
      .select('targetId')
      .where('organizationId', '=', id)
      .where('action', '=', 'purgeSpace');
    return {
      outcome: async () => [(await test.store.read.all(rows)).length, await test.store.read.all(events)],
      expected: [0, [{ targetId: space }]],
    };
  },

  async 'organizations.purge'(test) {
    const { id, admin } = await seedOrganization(test);
    const space = await seedSpace(test, id);
    await test.rest('POST', `/spaces/${space}/comments`, { ...admin, body: { body: { markdown: 'A comment.' } } });
    await deleteNow(test, id);
    const deletion = test.store.sql
      .selectFrom('OrganizationDeletion')
      .select(['organizationId', 'removedAt'])
      .where('organizationId', '=', id);
    return {
      transactions: 12,
      outcome: async () => [tablesWith(await dumpDatabase(test), id), await test.store.read.all(deletion)],
      expected: [['OrganizationDeletion'], [{ organizationId: id, removedAt: expect.any(String) }]],
    };
  },

  async 'content.sweep'(test) {
    const { id } = await seedOrganization(test);
    await seedSpace(test, id);
    const stored = async () => {
      const rows = await test.store.read.all(
        sql<{ hash: string }>`select "hash" from "Blob" where "organizationId" = ${id} order by "hash"`,
      );
      return rows.map(({ hash }) => hash);
    };
    const initialHashes = await stored();
    const bytes = new TextEncoder().encode('Nothing reaches this.');
    await test.store.transaction((tx) =>
      storeBlobs(tx, { organizationId: id, storedAt: longAgo }, new Map([[hashOf(bytes), bytes]])),
    );
    await collectContentGarbage(test.store, { signal: new AbortController().signal });
    await test.store.transaction(({ prisma }) =>
      prisma.contentTouch.updateMany({ where: { organizationId: id }, data: { at: longAgo } }),
    );
    return { outcome: stored, expected: initialHashes };
  },

  'signInLinks.send': async (test) => {
    const { admin } = await seedOrganization(test);
    await requestLink(test.store, { address: admin.email, redirect: null });
    return {
      waits: true,
      async outcome() {
        const { sql, all } = test.store.read;
        const links = await all(sql.selectFrom('SignInLink').select('userId').where('userId', '=', admin.id));
        const mails = await all(sql.selectFrom('Mail').select('kind').where('userId', '=', admin.id));
        return [links.length, mails.map(({ kind }) => kind)];
      },
      expected: [1, ['signInLink']],
    };
  },

  'notifications.send': async (test) => {
    const { bo, requestReview } = await seedProposal(test);
    await requestReview([bo]);
    await test.store.transaction(({ prisma }) =>
      prisma.job.updateMany({ where: { kind: 'notifications.send' }, data: { runAt: longAgo } }),
    );
    return { waits: true, outcome: () => mailsTo(test, bo.id), expected: ['notification'] };
  },

  ...expirySetups,
};

/** Returns the kinds of the mails to a user. */
async function mailsTo({ store: { read, sql } }: TestApp, userId: string): Promise<string[]> {
  return (await read.all(sql.selectFrom('Mail').select('kind').where('userId', '=', userId))).map(({ kind }) => kind);
}

async function seedAt(test: TestApp) {
  const { id: organization, admin } = await seedOrganization(test);
  return { organization, admin, at: `/orgs/${organization}/openapi` };
}

/** Sets the document of the specification `pets`, with a title. */
async function setDocument(test: TestApp, { at, admin }: { at: string; admin: Person }, title: string): Promise<void> {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} });
  await test.rest('PUT', `${at}/pets`, { ...admin, body: { source: { text } } });
}
