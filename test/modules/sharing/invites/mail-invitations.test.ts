import { channel } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMail } from '../../../../src/modules/mail/outbox.js';
import { limits } from '../../../../src/platform/base/limits.js';
import { publicUrl, sealer, testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';

const test = await testApp();

function mailsTo(organizationId: string) {
  const query = test.store.sql.selectFrom('Mail').selectAll().where('organizationId', '=', organizationId);
  return test.store.read.all(query.orderBy('address'));
}

describe('mails of invitations', () => {
  it('are sent once to each new member with the name of the inviter, and not to existing members', async () => {
    const { id, admin } = await seedOrganization(test, 'Acme & Söhne');
    const member = await seedMember(test, id, 'read');
    const emails = ['new@acme.test', 'NEW@acme.test', member.email, 'other@acme.test'];
    const { status } = await test.rest('POST', `/orgs/${id}/invites`, { ...admin, body: { emails } });
    expect(status).toBe(200);
    const mails = await mailsTo(id);
    expect(mails.map(({ address, kind, sentAt }) => [address, kind, sentAt])).toEqual([
      ['new@acme.test', 'invitation', null],
      ['other@acme.test', 'invitation', null],
    ]);
    expect(mails[0]!.subject).toMatch(/^Admin \d+ invited you to Acme & Söhne$/);
    const from = { name: '', address: 'docgraph@docs.test' };
    const { body, userId } = await openMail(test.store, mails[0]!.id, { sealer, from });
    expect(body!.text).toContain(`${publicUrl}/login?email=new%40acme.test`);
    expect(userId).toMatch(/^usr_/);
    const jobs = await test.store.read.all(
      test.store.sql.selectFrom('Job').select(['kind', 'lane']).where('organizationId', '=', id),
    );
    expect(jobs).toEqual(Array(2).fill({ kind: 'mail.send', lane: 'fetching' }));
  });

  it('take only a few more statements for 250 people than for 25', async () => {
    let statements = 0;
    const count = () => {
      statements += 1;
    };
    channel('docgraph:statements').subscribe(count);
    onTestFinished(() => void channel('docgraph:statements').unsubscribe(count));
    const counts: number[] = [];
    for (const people of [25, 250]) {
      const { id, admin } = await seedOrganization(test);
      const emails = Array.from({ length: people }, (_, number) => `person${number}@of${people}.test`);
      const before = statements;
      const { status } = await test.rest('POST', `/orgs/${id}/invites`, { ...admin, body: { emails } });
      expect(status).toBe(200);
      counts.push(statements - before);
      expect(await mailsTo(id)).toHaveLength(people);
    }
    // One statement inserts at most 200 rows.
    expect(counts[0]).toBeGreaterThan(5);
    expect(counts[1]! - counts[0]!).toBeLessThanOrEqual(6);
  });

  it('are not stored if the invitation is refused', async () => {
    const { id } = await seedOrganization(test);
    const reader = await seedMember(test, id, 'read');
    const { status } = await test.rest('POST', `/orgs/${id}/invites`, {
      ...reader,
      body: { emails: ['new@acme.test'] },
    });
    expect(status).toBe(403);
    expect(await mailsTo(id)).toEqual([]);
  });

  it('are limited to one a day to each address from each organization', async () => {
    const { id, admin } = await seedOrganization(test);
    const other = await seedOrganization(test);
    const invite = async (organization: { id: string; admin: Person }) => {
      const body = { emails: ['bo@acme.test'] };
      const invited = await test.rest('POST', `/orgs/${organization.id}/invites`, { ...organization.admin, body });
      expect(invited.status).toBe(200);
      const [mail] = await mailsTo(organization.id);
      const removed = await test.rest('DELETE', `/orgs/${organization.id}/members/${mail!.userId}`, organization.admin);
      expect(removed.status).toBe(204);
    };
    for (const organization of [{ id, admin }, { id, admin }, other]) await invite(organization);
    expect([await mailsTo(id), await mailsTo(other.id)].map(({ length }) => length)).toEqual([1, 1]);
    const createdAt = new Date(Date.now() - 86_400_000);
    await test.store.transaction(({ prisma }) =>
      prisma.mail.updateMany({ where: { organizationId: id }, data: { createdAt } }),
    );
    await invite({ id, admin });
    expect(await mailsTo(id)).toHaveLength(2);
  });

  it('are limited to 1,000 a day for an organization, and further people become members without a mail', async () => {
    const { id: organizationId, admin } = await seedOrganization(test);
    const sent = { organizationId, kind: 'invitation', subject: '', createdAt: new Date() };
    const data = Array.from({ length: limits.invitationMails.value - 1 }, (_, number) => ({
      ...sent,
      id: `mail_${organizationId}${number}`,
      address: `sent${number}@acme.test`,
    }));
    await test.store.transaction(({ prisma }) => prisma.mail.createMany({ data }));
    const body = { emails: ['first@limit.test', 'second@limit.test'] };
    const { status, body: result } = await test.rest('POST', `/orgs/${organizationId}/invites`, { ...admin, body });
    expect([status, result.users.length]).toEqual([200, 2]);
    expect(await mailsTo(organizationId)).toHaveLength(limits.invitationMails.value);
  });
});
