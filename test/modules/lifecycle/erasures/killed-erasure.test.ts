import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../../scripts/compiled.mjs';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { runDueJobs } from '../../../../src/platform/jobs/run-due-jobs.js';
import { secret, testApp } from '../../../support/app.js';
import { holdsBounds } from '../../../support/cost.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { seedOrganization, tokenOf } from '../../../support/seed.js';
import { dumpDatabase, partsWith } from './database-dump.js';
import { allKinds } from './erasure-kit.js';

const test = await testApp();
const { read, sql } = test.store;
const program = fileURLToPath(new URL('erasing-worker.mjs', import.meta.url));

/** A member with a bound token, whose name is in an event. All names of the member contain `word`. */
interface Member {
  id: string;
  word: string;
}

async function seedMembers(organization: string, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) {
    const word = `quill${organization.slice(4).toLowerCase()}${index}`;
    const person = { email: `${word}@killed.test`, name: word, organization };
    const id = await createUser({ store: test.store, viewer: test.operator }, person);
    await tokenOf(test, id, { organization, name: `Token of ${word}` });
    members.push({ id, word });
  }
  return members;
}

/** Erases people in a process that kills itself at a random transaction. */
async function eraseUntilKilled(members: Member[], seed: number): Promise<void> {
  const draw = randomFrom(seed);
  const ids = members.map(({ id }) => id).join(',');
  const args = [compiledModules(), test.url, secret, ids, draw(2) === 0 ? 'before' : 'after', String(1 + draw(14))];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
}

/** Returns the tables with rows of a user, and whether the user and its event record the erasure. */
async function stateOf(userId: string): Promise<string[]> {
  const state: string[] = [];
  for (const table of ['Member', 'AccessToken'] as const)
    if (await read.first(sql.selectFrom(table).select('userId').where('userId', '=', userId))) state.push(table);
  const erased = sql.selectFrom('User').select('id').where('id', '=', userId).where('erasedAt', 'is not', null);
  if (await read.first(erased)) state.push('erased');
  const events = sql.selectFrom('Event').select('targetId').where('targetId', '=', userId);
  if (await read.first(events.where('action', '=', 'eraseUser'))) state.push('event');
  return state;
}

it.each(seeds(holdsBounds ? 20 : 2))(
  'killing a process that erases people leaves each person unchanged or erased, and its jobs finish later (%i)',
  async (seed) => {
    const { id: organization } = await seedOrganization(test);
    const members = await seedMembers(organization, 6);
    await eraseUntilKilled(members, seed);
    const states = await Promise.all(members.map(({ id }) => stateOf(id)));
    const erased = members.filter((_, index) => states[index]!.includes('erased'));
    for (const state of states)
      expect([
        ['Member', 'AccessToken'],
        ['erased', 'event'],
      ]).toContainEqual(state);
    await test.store.transaction(({ prisma }) =>
      prisma.job.updateMany({ where: { status: 'running' }, data: { lockedUntil: new Date(0), runAt: new Date(0) } }),
    );
    await runDueJobs(test.store, allKinds(test));
    const jobs = await read.all(sql.selectFrom('Job').select(['status', 'payload']).where('kind', '=', 'users.erase'));
    for (const job of jobs) expect(job).toEqual({ status: 'done', payload: {} });
    expect(
      partsWith(
        await dumpDatabase(test.store),
        erased.map(({ word }) => word),
      ),
    ).toEqual({});
  },
);
