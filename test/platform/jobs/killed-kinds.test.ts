import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { jobKinds } from '../../../src/app/job-kinds.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { publicUrl, sealer, secret, testApp } from '../../support/app.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { jobSetups } from './killable.js';
import { add } from './kinds.js';

const test = await testApp({ RATE_LIMIT: 'off' });
const links = { sealer, secret, base: publicUrl };
const kinds = jobKinds({ store: test.store, outbound: createOutbound([]), links });
const program = fileURLToPath(new URL('killing-worker.mjs', import.meta.url));

/** Runs jobs of a kind in a process that is killed during one of its transactions. Returns the signal that ended it. */
async function runUntilKilled(kind: string, moment: string, count: number): Promise<unknown> {
  const args = [compiledModules(), test.url, secret, kind, moment, String(count)];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [, signal] = await once(child, 'exit');
  return signal;
}

/** Lets the leases of the killed process expire. */
async function endLeases(): Promise<void> {
  await test.store.transaction(({ prisma }) =>
    prisma.job.updateMany({ where: { status: 'running' }, data: { lockedUntil: new Date(0), runAt: new Date(0) } }),
  );
}

// The kind `mail.send` exists only with a mail server. killed-sender.test.ts kills a process that sends mails.
it('these tests cover every kind of job', () => {
  expect(Object.keys(jobSetups).sort()).toEqual(kinds.map(({ name }) => name).sort());
});

/** Number of rounds for kinds whose work has many transactions. All other kinds have one round. */
const rounds: { [kind: string]: number } = { 'organizations.purge': process.env.DOCGRAPH_BOUNDS ? 20 : 2 };

// A process takes its job, works, and ends the job in at least three transactions. `npm run soak` uses other seeds.
describe.each(Object.entries(jobSetups))('%s', (kind, begin) => {
  it.each(seeds(Number(process.env.ROUNDS ?? rounds[kind] ?? 1)))(
    'is finished by the next process after its process was killed, with the effect of one run (%i)',
    async (seed) => {
      const draw = randomFrom(seed);
      const { waits = false, transactions = 3, outcome, expected } = await begin(test);
      if (!waits) await add(test.store, { kind });
      expect(await runUntilKilled(kind, draw(2) === 0 ? 'before' : 'after', 1 + draw(transactions))).toBe('SIGKILL');
      await endLeases();
      await runDueJobs(test.store, kinds);
      expect(await outcome()).toEqual(expected);
      const open = test.store.sql.selectFrom('Job').select(['kind', 'status', 'error']).where('status', '<>', 'done');
      const others = open.where('kind', '<>', 'mail.send');
      expect(await test.store.read.all(others)).toEqual([]);
    },
  );
});
