import { expect, it } from 'vitest';
import { schedules } from '../../../src/app/job-kinds.js';
import { checkDeadJobs } from '../../../src/cli/doctor/work/check-dead-jobs.js';
import { checkJobs } from '../../../src/cli/doctor/work/check-jobs.js';
import { checkOutbox } from '../../../src/cli/doctor/work/check-outbox.js';
import { checkSchedules } from '../../../src/cli/doctor/work/check-schedules.js';
import { newId } from '../../../src/platform/base/ids.js';
import { testDatabase } from '../../support/database.js';
import { seedJob } from '../../support/seed-job.js';
import { textOf } from './doctor-kit.js';

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

it('the jobs check reports jobs that have been due for minutes, and jobs of a process that ended', async () => {
  const { url, store } = await testDatabase();
  expect(await textOf(checkJobs, url)).toBe('ok: Due jobs: 0, and none is late.');
  const due = await seedJob({ store }, { organizationId: null, status: 'waiting' });
  expect(await textOf(checkJobs, url)).toBe('ok: Due jobs: 1, and none is late.');
  const left = await seedJob({ store }, { organizationId: null, status: 'running' });
  await store.transaction(async ({ prisma }) => {
    await prisma.job.update({ where: { id: due }, data: { runAt: minutesAgo(10) } });
    await prisma.job.update({ where: { id: left }, data: { lockedUntil: minutesAgo(10) } });
  });
  const text = await textOf(checkJobs, url);
  expect(text).toContain('warning: Due jobs: 1, the oldest for 10 min. Start a server');
  expect(text).toContain('warning: Jobs that a process left when it ended: 1.');
});

it('the dead-jobs check names the kinds of failed jobs, and the command that runs the newest again', async () => {
  const { url, store } = await testDatabase();
  expect(await textOf(checkDeadJobs, url)).toBe('ok: No job has failed.');
  await seedJob({ store }, { organizationId: null, status: 'dead' });
  const newest = await seedJob({ store }, { organizationId: null, status: 'dead' });
  const text = await textOf(checkDeadJobs, url);
  expect(text).toContain('warning: Failed jobs of the kind test.seeded: 2.');
  expect(text).toContain(`run \`docgraph jobs replay ${newest}\``);
});

it('the schedules check reports scheduled work that no server has run for three intervals', async () => {
  const { url, store } = await testDatabase();
  expect(await textOf(checkSchedules, url)).toContain('notice: No scheduled work has run yet.');
  const { kind } = schedules.find(({ every }) => every === 300_000)!;
  const id = await seedJob({ store }, { organizationId: null, status: 'done', kind });
  expect(await textOf(checkSchedules, url)).toMatch(/^ok: The last scheduled work ran \d s ago\.$/);
  await store.transaction(({ prisma }) => prisma.job.update({ where: { id }, data: { createdAt: minutesAgo(20) } }));
  expect(await textOf(checkSchedules, url)).toContain(`warning: Scheduled work is overdue: ${kind}.`);
});

it('the outbox check reports mails that wait for more than an hour, and mails that wait for a mail server', async () => {
  const { url, store } = await testDatabase();
  const withServer = { SMTP_URL: 'smtp://127.0.0.1:1' };
  expect(await textOf(checkOutbox, url)).toBe('ok: No mail waits.');
  const mail = { id: newId('Mail'), kind: 'test', address: 'ann@acme.test', subject: '', body: 'sealed' };
  await store.transaction(({ prisma }) => prisma.mail.create({ data: { ...mail, createdAt: minutesAgo(90) } }));
  expect(await textOf(checkOutbox, url)).toContain(
    'notice: Mails that wait: 1, the oldest for 90 min, because SMTP_URL',
  );
  expect(await textOf(checkOutbox, url, withServer)).toContain('warning: Mails that wait: 1, the oldest for 90 min.');
});
