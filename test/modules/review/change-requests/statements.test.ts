import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

// Statements of a transaction take time in the database, and each batch of statements is a round trip on Postgres.
// Postgres also runs some statements for its locks.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const space = await seedSpace(test, acme, { 'README.md': '# Home\n', 'guide.md': '# Guide\n\nText.\n' });

const sqlStatements: string[] = [];
const recordStatement = (message: unknown) => sqlStatements.push((message as { sql: string }).sql);
const statements = channel('docgraph:statements');
beforeAll(() => statements.subscribe(recordStatement));
afterAll(() => void statements.unsubscribe(recordStatement));

let batches = 0;
const countBatch = () => {
  batches += 1;
};
const batchChannel = channel('docgraph:batches');
beforeAll(() => batchChannel.subscribe(countBatch));
afterAll(() => void batchChannel.unsubscribe(countBatch));

/** Numbers of statements and batches of one request. */
interface StatementCounts {
  statements: number;
  batches: number;
}

/** Counts the statements and batches of the transaction of one request. */
async function countStatements(ask: () => Promise<{ status: number }>): Promise<StatementCounts> {
  sqlStatements.length = 0;
  batches = 0;
  expect((await ask()).status).toBeLessThan(300);
  return { statements: sqlStatements.length, batches };
}

/**
 * Maximum numbers of statements and batches. On Postgres, a request reads the viewer again after it locks the token,
 * and the space again after it locks the change request. A merge reads the people to notify after its
 * writes, so SQLite runs it as a transaction that begins first.
 */
const limits = {
  sqlite: { create: 6, content: 12, merge: 21, batches: { create: 1, content: 1, merge: 3 } },
  postgresql: { create: 8, content: 14, merge: 24, batches: { create: 2, content: 2, merge: 3 } },
}[provider];

/**
 * Opens a change request, changes its content and merges it. Returns the numbers of statements and batches of each of
 * these requests.
 */
async function countMergeRound(
  changes: object,
): Promise<{ create: StatementCounts; content: StatementCounts; merge: StatementCounts }> {
  const opened: ChangeRequestClient[] = [];
  const create = await countStatements(async () => {
    opened.push(await openChangeRequest(test, space, admin.token));
    return { status: 201 };
  });
  const content = await countStatements(() => opened[0]!.change(changes));
  const merge = await countStatements(() => opened[0]!.merge());
  return { create, content, merge };
}

it('opening, changing and merging a change request takes few statements and batches', async () => {
  // The first use of a token stores its time of use, so it is not one of the measured requests.
  await openChangeRequest(test, space, admin.token);
  const document = (text: string) => ({ markdown: `${text}, and [the guide](guide.md).\n` });
  const page = (await test.rest('GET', `/spaces/${space}/content/path/guide`, { token: admin.token })).body.id;
  const inserted = await countMergeRound({ operation: 'insert_page', title: 'New', document: document('New') });
  const updated = await countMergeRound({ operation: 'update_page', page, document: document('Text') });
  // Writing the text of the page has cached it.
  const again = await countMergeRound({ operation: 'update_page', page, document: document('More') });
  for (const round of [inserted, updated, again])
    for (const step of ['create', 'content', 'merge'] as const)
      expect(round[step].statements, step).toBeLessThanOrEqual(limits[step]);
  for (const step of ['create', 'content', 'merge'] as const)
    expect(again[step].batches, step).toBeLessThanOrEqual(limits.batches[step]);
});
