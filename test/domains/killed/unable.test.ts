import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { type RestAnswer, testApp } from '../../support/app.js';
import { withinTime } from '../../support/cost.js';
import { administerPostgres, provider } from '../../support/database.js';
import { seedOrganization } from '../../support/seed.js';
import { openProposal, type Proposal } from '../change-requests/proposal.js';
import { type Manual, seedManual } from '../manual-space.js';
import { expectWhole } from './whole.js';

const test = await testApp();
const acme = await seedOrganization(test);
const { token } = acme.admin;
let manual: Manual;
let proposal: Proposal;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openProposal(test, manual.id, token);
});

const long = () => ({
  operation: 'insert_page',
  title: 'Long',
  document: { markdown: `${Math.random()} `.repeat(50_000) },
});
const read = () => test.rest('GET', `/spaces/${manual.id}/content/path/guide?format=markdown`, { token });
const onWriter = (setting: string) => test.store.transaction(({ read: own }) => own.all(sql.raw(setting)));

/** Runs a statement as the server's administrator, and waits until the connections are cut; then the pool hears of it. */
async function administer(change: string): Promise<void> {
  const name = new URL(test.url).pathname.slice(1);
  const cut = `select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`;
  await administerPostgres(`alter database ${name} ${change}`, cut);
  await nextTurn();
}

/** The write is refused with a status, reads go on, nothing of it is there, and later the same write is done. */
async function expectRefused(status: number, mend: () => Promise<unknown>): Promise<void> {
  const refused: RestAnswer = await proposal.change(long());
  expect([refused.status, refused.body.error.code]).toEqual([status, status]);
  expect((await read()).status).toBe(200);
  await mend();
  await expectWhole(test, acme.id);
  expect((await proposal.change(long())).status).toBe(200);
  expect((await proposal.merge()).body.result).toBe('merge');
  await expectWhole(test, acme.id);
}

it.runIf(provider === 'sqlite')('a full disk: writes are 507, reads go on, and nothing is lost', async () => {
  await onWriter('pragma max_page_count = 1');
  await expectRefused(507, () => onWriter('pragma max_page_count = 1073741823'));
});

it.runIf(provider === 'postgresql')('a server that takes no writes: they are 503, and nothing is lost', async () => {
  await administer('set default_transaction_read_only = on');
  await expectRefused(503, () => administer('reset default_transaction_read_only'));
});

it.runIf(provider === 'postgresql')(
  'a server that is away: all is 503 at once, and works when it is back',
  async () => {
    await administer('allow_connections false');
    await withinTime(5, async () => {
      const reads = Array.from({ length: 20 }, read);
      const answers = await Promise.all([proposal.change(long()), proposal.merge(), ...reads]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    });
    await administer('allow_connections true');
    expect((await read()).status).toBe(200);
    expect((await proposal.merge()).body.result).toBe('merge');
    await expectWhole(test, acme.id);
  },
);
