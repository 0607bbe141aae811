import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { compiledModules } from '../../../scripts/compiled.mjs';
import { testDatabase } from '../../support/database.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { add, jobOf } from './kinds.js';

const program = fileURLToPath(new URL('worker.mjs', import.meta.url));
const pages = 12;
const test = await testDatabase();

/** Starts a process that runs jobs. It is killed at the end of the test at the latest. */
function startWorker(lease: number, ...last: number[]) {
  const child = spawn(process.execPath, [program, compiledModules(), test.url, String(lease), ...last.map(String)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended };
}

// `npm run soak` uses other seeds.
it.each(seeds(3))(
  'a job of a killed process is finished by the next one, which repeats no completed step (%i)',
  async (seed) => {
    const last = randomFrom(seed)(pages);
    const name = `killed_${seed}`;
    const id = await add(test.store, { kind: 'test.pages', payload: { name, pages } });
    // The lease is short, but so long that it does not expire on a busy machine.
    await startWorker(3_000, last).ended;
    expect(await jobOf(test.store, id)).toMatchObject({ status: 'running', attempts: 1 });
    const second = startWorker(60_000);
    await expect.poll(async () => (await jobOf(test.store, id))?.status).toBe('done');
    expect(await jobOf(test.store, id)).toMatchObject({ attempts: 2, done: pages, total: pages });
    second.child.kill('SIGKILL');
    await second.ended;
    const users = test.store.sql.selectFrom('User').select('id').where('id', 'like', `usr_${name}_%`);
    expect(await test.store.read.all(users)).toHaveLength(pages);
  },
);
