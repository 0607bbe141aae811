import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { startSmtpServer } from '../../platform/mail/smtp-server.js';
import { secret } from '../../support/app.js';
import { testDatabase } from '../../support/database.js';
import { mailRow, queue, senderTo, sendKinds } from './mail-kit.js';

const program = fileURLToPath(new URL('killing-sender.mjs', import.meta.url));

it('a mail is sent again with the same Message-ID if the sender is killed before it marks the mail as sent', async () => {
  const { store, url } = await testDatabase();
  let child: ChildProcess | undefined;
  const server = await startSmtpServer({
    async onMail() {
      if (!child?.kill('SIGKILL')) return;
      await once(child, 'exit');
      child = undefined;
    },
  });
  const id = await queue(store);
  child = spawn(process.execPath, [program, compiledModules(), url, server.url, secret], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(() => server.received.length).toBe(1);
  expect((await mailRow(store, id))!.sentAt).toBeNull();
  await store.transaction(({ prisma }) => prisma.job.updateMany({ data: { lockedUntil: new Date(0) } }));
  await runDueJobs(store, sendKinds(store, senderTo(server.url)));
  const ids = server.received.map(({ header }) => header.get('message-id'));
  expect(ids).toEqual(Array(2).fill(`<${id}@docs.test>`));
  expect((await mailRow(store, id))!.sentAt).not.toBeNull();
});
