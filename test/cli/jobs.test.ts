import { expect, it } from 'vitest';
import { schedules } from '../../src/app/job-kinds.js';
import { docgraph } from '../support/command-line.js';
import { testDatabase } from '../support/database.js';
import { seedJob } from '../support/seed-job.js';

const { store, url } = await testDatabase();
const run = (...args: string[]) => docgraph(['jobs', ...args], { DATABASE_URL: url });

it('docgraph jobs lists jobs, replays dead jobs and runs scheduled jobs', async () => {
  const dead = await seedJob({ store }, { organizationId: null, status: 'dead', error: 'No answer' });
  const listed = JSON.parse((await run('list', '--status', 'dead', '--json')).stdout);
  expect(listed.jobs).toMatchObject([{ id: dead, status: 'dead', error: 'No answer' }]);
  expect(listed.jobs[0]).not.toHaveProperty('payload');
  expect(JSON.parse((await run('replay', dead)).stdout)).toEqual({ id: dead });
  expect((await run('replay', dead)).stderr).toContain('must be dead (got waiting)');
  const done = JSON.parse((await run('run-schedules')).stdout);
  expect(done).toEqual({ added: schedules.length, attempts: schedules.length });
  expect(JSON.parse((await run('run-schedules')).stdout)).toEqual({ added: 0, attempts: 0 });
});

it.each([
  [['list', '--status', 'lost'], '`--status` must be one of waiting, running, done, dead (got "lost")'],
  [['list', '--limit', 'all'], '`--limit` must be a whole number from 0 to 10000 (got "all")'],
  [['replay', 'job_none'], 'job_none'],
])('docgraph jobs refuses %j', async (args, sentence) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr.includes(sentence)]).toEqual([1, true]);
});
