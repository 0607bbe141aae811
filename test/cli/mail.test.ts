import { describe, expect, it } from 'vitest';
import { mailRow, queue } from '../modules/mail/mail-kit.js';
import { startSmtpServer } from '../platform/mail/smtp-server.js';
import { secret } from '../support/app.js';
import { docgraph } from '../support/command-line.js';
import { testDatabase } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';

const { store, url } = await testDatabase();
const env = { DATABASE_URL: url, SECRET: secret, PUBLIC_URL: 'https://docs.test' };
const run = (...args: string[]) => docgraph(args, env);
const inAMinute = () => new Date(Date.now() + 60_000);

describe('docgraph mail', () => {
  it('lists mails, newest first, without their texts', async () => {
    const [older, newer] = [await queue(store), await queue(store, { kind: 'invitation' })];
    const { mails } = JSON.parse((await run('mail', 'list', '--limit', '2')).stdout);
    expect(mails).toMatchObject([
      { id: newer, kind: 'invitation', address: 'ann@acme.test', sentAt: null },
      { id: older, kind: 'signInLink', subject: 'Sign in' },
    ]);
    expect(JSON.stringify(mails)).not.toContain('secret-of-the-link');
    expect(mails[0]).not.toHaveProperty('body');
    expect(await run('mail', 'list', '--limit', 'all')).toMatchObject({ code: 1, stdout: '' });
  });

  it('shows the header and the text of a mail, or only its HTML', async () => {
    const id = await queue(store, { expiresAt: inAMinute() });
    expect(JSON.parse((await run('mail', 'show', id)).stdout)).toMatchObject({
      ...{ id, from: 'docgraph <docgraph@docs.test>', address: 'ann@acme.test', subject: 'Sign in' },
      ...{ messageId: `<${id}@docs.test>`, text: 'https://docs.test/sign-in/secret-of-the-link\n' },
    });
    const { stdout } = await run('mail', 'show', id, '--html');
    expect(stdout).toBe('<a href="https://docs.test/sign-in/secret-of-the-link">Sign in</a>\n');
  });

  it('does not show the text of a mail whose links have expired', async () => {
    const id = await queue(store, { expiresAt: new Date() });
    expect(JSON.parse((await run('mail', 'show', id)).stdout)).toMatchObject({ id, text: null, html: null });
    expect(await run('mail', 'show', id, '--html')).toEqual({
      code: 1,
      stdout: '',
      stderr: `docgraph: Cannot print the mail ${id}: its links have ended, so its text was deleted. Send a new one.\n`,
    });
    const { code, stderr } = await run('mail', 'show', 'mail_none');
    expect([code, stderr]).toEqual([1, 'docgraph: No mail with the id "mail_none"\n']);
  });
});

it('a server sends the queued mails of its database, and can stop while its connection to the mail server is open', async () => {
  const server = await startSmtpServer();
  const id = await queue(store);
  const started = await startServer({
    ...{ ...settings, DATABASE_URL: url, DEMO: 'false' },
    ...{ SMTP_URL: server.url, MAIL_FROM: 'docgraph@docs.test' },
  });
  await expect.poll(async () => (await mailRow(store, id))!.sentAt).not.toBeNull();
  expect(server.received.map(({ header }) => header.get('message-id'))).toContain(`<${id}@docs.test>`);
  expect(await started.stop()).toMatchObject({ code: 0, stderr: '' });
});

it('docgraph user verify --mail queues a mail with the link, which a job sends', async () => {
  const created = await run('user', 'create', '--email', 'bo@acme.test', '--name', 'Bo');
  const user = JSON.parse(created.stdout).id;
  const printed = JSON.parse((await run('user', 'verify', 'bo@acme.test', '--mail')).stdout);
  const mail = (await mailRow(store, printed.mail))!;
  expect(mail).toMatchObject({ kind: 'verification', address: 'bo@acme.test', userId: user, organizationId: null });
  const lifetime = new Date(mail.expiresAt!).getTime() - new Date(mail.createdAt).getTime();
  expect(Math.abs(lifetime - 86_400_000)).toBeLessThan(1_000);
  const shown = JSON.parse((await run('mail', 'show', printed.mail)).stdout);
  expect(shown.text).toContain(printed.url);
  const server = await startSmtpServer();
  const { code } = await docgraph(['jobs', 'run-schedules'], {
    ...env,
    SMTP_URL: server.url,
    MAIL_FROM: 'Docs <docs@acme.test>',
  });
  expect(code).toBe(0);
  const sent = server.received.find(({ to }) => to[0] === 'bo@acme.test')!;
  expect([sent.from, sent.header.get('from')]).toEqual(['docs@acme.test', 'Docs <docs@acme.test>']);
  expect((await mailRow(store, printed.mail))!.sentAt).not.toBeNull();
});
