import { describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { queue } from '../../mail/mail-kit.js';
import { dayMs, expire, setRetention } from './retention-kit.js';

const test = await testApp({ PDF_RETENTION: '6', MAIL_RETENTION: '6', JOB_RETENTION: '6' });
const ages = [1, 3, 5, 7];

/** Creates an organization with a PDF, a mail and a job of each age in days. */
async function seedRows() {
  const { id: organizationId, admin } = await seedOrganization(test);
  const spaceId = await seedSpace(test, organizationId);
  for (const age of ages) {
    const createdAt = new Date(Date.now() - age * dayMs);
    const pdf = { organizationId, spaceId, hash: newId('Job'), bytes: new Uint8Array(3), createdAt };
    const times = { runAt: createdAt, createdAt, finishedAt: createdAt };
    const mail = await queue(test.store, { organizationId });
    await test.store.transaction(async ({ prisma }) => {
      await prisma.renderedPdf.create({ data: pdf });
      await prisma.mail.update({ where: { id: mail }, data: { createdAt } });
      await prisma.job.create({
        data: { id: newId('Job'), organizationId, kind: 'test.old', payload: {}, status: 'done', ...times },
      });
    });
  }
  const count = () =>
    test.store.transaction(async ({ prisma }) => [
      await prisma.renderedPdf.count({ where: { organizationId } }),
      await prisma.mail.count({ where: { organizationId } }),
      await prisma.job.count({ where: { organizationId, kind: 'test.old' } }),
    ]);
  return { organization: organizationId, token: admin.token, count };
}

describe('PDFs, mails and jobs', () => {
  it('are removed after the time of the server, or the shorter one of their organization', async () => {
    const [usual, brief] = [await seedRows(), await seedRows()];
    await setRetention(test, { organization: brief.organization, token: brief.token, pdfs: 2, mails: 4, jobs: 2 });
    for (const kind of ['pdfs.expire', 'mails.expire', 'jobs.expire']) await expire(test, kind);
    expect(await usual.count()).toEqual([3, 3, 3]);
    expect(await brief.count()).toEqual([1, 2, 1]);
  });
});
