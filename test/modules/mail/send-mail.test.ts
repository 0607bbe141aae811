import { describe, expect, it } from 'vitest';
import { openMail } from '../../../src/modules/mail/outbox.js';
import { queueMails } from '../../../src/modules/mail/queue-mail.js';
import { rotateSealed } from '../../../src/modules/sites/secrets/rotate.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { createSealer } from '../../../src/platform/secrets/sealed.js';
import { startTestJobs } from '../../platform/jobs/kinds.js';
import { smtpError, startSmtpServer } from '../../platform/mail/smtp-server.js';
import { sealer, secret } from '../../support/app.js';
import { testDatabase } from '../../support/database.js';
import { link, mailRow, queue, senderTo, sendJobs, sendKinds } from './mail-kit.js';

describe('a queued mail', () => {
  it('is sent once, and marked as sent', async () => {
    const { store } = await testDatabase();
    const { url, received } = await startSmtpServer();
    const id = await queue(store);
    const kinds = sendKinds(store, senderTo(url));
    expect(await runDueJobs(store, kinds)).toBe(1);
    expect(received).toMatchObject([{ from: 'docgraph@docs.test', to: ['ann@acme.test'] }]);
    expect(received[0]!.header.get('message-id')).toBe(`<${id}@docs.test>`);
    expect(received[0]!.raw).toContain('secret-of-the-link');
    expect((await mailRow(store, id))!.sentAt).not.toBeNull();
    const [job] = await sendJobs(store);
    expect(job).toMatchObject({ status: 'done', lane: 'fetching', organizationId: null, queue: 'fetching:' });
  });

  it('is sent by only one of two servers', async () => {
    const { store } = await testDatabase();
    const { url, received } = await startSmtpServer();
    await store.transaction(async (tx) => {
      const mails = Array.from({ length: 30 }, (_, number) => ({
        ...({ kind: 'invitation', address: `person${number}@acme.test`, userId: null } as const),
        ...{ organizationId: null, expiresAt: null, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
      }));
      await queueMails({ tx, sealer }, mails);
    });
    for (const _ of [1, 2]) await startTestJobs(store, sendKinds(store, senderTo(url)));
    const states = async () => [...new Set((await sendJobs(store)).map(({ status }) => status))];
    await expect.poll(states).toEqual(['done']);
    expect(received.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, number) => `person${number}@acme.test`).sort(),
    );
  });

  it('waits in the outbox for a process with a mail server', async () => {
    const { store } = await testDatabase();
    const { url, received } = await startSmtpServer();
    const id = await queue(store);
    expect(await runDueJobs(store, sendKinds(store, null))).toBe(0);
    expect(await sendJobs(store)).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    expect((await mailRow(store, id))!.sentAt).toBeNull();
    await runDueJobs(store, sendKinds(store, senderTo(url)));
    expect(received).toHaveLength(1);
  });

  it.each([
    ['was sent', { sentAt: new Date() }],
    ['has links that ended', { expiresAt: new Date(Date.now() - 1) }],
    ['has no body any more', { body: null }],
  ])('is not sent if it %s', async (_, data) => {
    const { store } = await testDatabase();
    const { url, received } = await startSmtpServer();
    const id = await queue(store);
    await store.transaction(({ prisma }) => prisma.mail.update({ where: { id }, data }));
    await runDueJobs(store, sendKinds(store, senderTo(url)));
    expect(received).toEqual([]);
    expect(await sendJobs(store)).toMatchObject([{ status: 'done' }]);
  });

  it('is not stored, and has no job, if its transaction fails', async () => {
    const { store } = await testDatabase();
    const failing = store.transaction(async (tx) => {
      await queueMails({ tx, sealer }, [
        {
          kind: 'invitation',
          address: 'a@b.test',
          userId: null,
          organizationId: null,
          expiresAt: null,
          subject: '',
          text: '',
          html: '',
        },
      ]);
      throw new Error('The action fails');
    });
    await expect(failing).rejects.toThrow('The action fails');
    const counts = await Promise.all([store.read.all(store.sql.selectFrom('Mail').select('id')), sendJobs(store)]);
    expect(counts).toEqual([[], []]);
  });
});

describe('a mail that the mail server refuses', () => {
  it('is not sent again if the refusal is permanent, and its dead job has the reason', async () => {
    const { store } = await testDatabase();
    const { url } = await startSmtpServer({ onRcptTo: (_to, _session, done) => done(smtpError(550, 'No such user')) });
    const id = await queue(store);
    await runDueJobs(store, sendKinds(store, senderTo(url)));
    const [job] = await sendJobs(store);
    expect(job).toMatchObject({ status: 'dead', attempts: 1 });
    expect(job!.error).toMatch(/^Cannot send the mail: the mail server refused it \(got "550 No such user"\)/);
    expect((await mailRow(store, id))!.sentAt).toBeNull();
  });

  it('is sent by a later attempt if the refusal is temporary', async () => {
    const { store } = await testDatabase();
    const { url, received } = await startSmtpServer({
      onMail: (mail) => {
        attempts.push(mail.header.get('message-id'));
        if (attempts.length < 3) throw smtpError(451, 'Try again later');
      },
    });
    const attempts: unknown[] = [];
    const id = await queue(store);
    await startTestJobs(store, sendKinds(store, senderTo(url)));
    await expect.poll(async () => (await sendJobs(store))[0]!.status).toBe('done');
    expect(received).toHaveLength(1);
    expect(attempts).toEqual(Array(3).fill(`<${id}@docs.test>`));
  });

  it('is no longer sent after eight attempts', async () => {
    const { store } = await testDatabase();
    const { url } = await startSmtpServer({ onMail: () => Promise.reject(smtpError(451, 'Try again later')) });
    await queue(store);
    await store.transaction(({ prisma }) => prisma.job.updateMany({ data: { attempts: 6 } }));
    const kinds = sendKinds(store, senderTo(url));
    const states: unknown[] = [];
    for (const _ of [7, 8]) {
      await store.transaction(({ prisma }) => prisma.job.updateMany({ data: { runAt: new Date(0) } }));
      await runDueJobs(store, kinds);
      states.push((await sendJobs(store))[0]);
    }
    expect(states).toMatchObject([
      { status: 'waiting', attempts: 7 },
      { status: 'dead', attempts: 8 },
    ]);
  });
});

describe('the body of a mail', () => {
  it('is encrypted in the database, and can be read by the operator until its links expire', async () => {
    const { store } = await testDatabase();
    const [from, expiresAt] = [{ name: '', address: 'docgraph@docs.test' }, new Date(Date.now() + 60_000)];
    const id = await queue(store, { expiresAt });
    const row = await mailRow(store, id);
    expect(JSON.stringify([row, await sendJobs(store)])).not.toContain('secret-of-the-link');
    const { body } = await openMail(store, id, { sealer, from });
    expect(body!.text).toBe(`${link}\n`);
    await store.transaction(({ prisma }) => prisma.mail.update({ where: { id }, data: { expiresAt: new Date() } }));
    expect((await openMail(store, id, { sealer, from })).body).toBeNull();
  });

  it('is encrypted again when the secret of the server changes', async () => {
    const { store } = await testDatabase();
    const id = await queue(store);
    const next = 'the next secret for tests, 32 bytes';
    await rotateSealed(store, createSealer({ current: next, previous: secret }), () => {});
    const opener = { sealer: createSealer({ current: next, previous: null }), from: { name: '', address: 'a@b.test' } };
    expect((await openMail(store, id, opener)).body!.text).toBe(`${link}\n`);
  });
});
