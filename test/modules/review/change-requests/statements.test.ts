import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { openProposal, type Proposal } from './proposal.js';

// Statements of a transaction take time in the database, and each batch of statements is a round trip on Postgres.
// Postgres also runs some statements for its locks.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const space = await seedSpace(test, acme, { 'README.md': '# Home\n', 'guide.md': '# Guide\n\nText.\n' });

const heard: string[] = [];
const hear = (message: unknown) => heard.push((message as { sql: string }).sql);
const statements = channel('docgraph:statements');
beforeAll(() => statements.subscribe(hear));
afterAll(() => void statements.unsubscribe(hear));

let batches = 0;
const hearTrip = () => {
  batches += 1;
};
const batchChannel = channel('docgraph:batches');
beforeAll(() => batchChannel.subscribe(hearTrip));
afterAll(() => void batchChannel.unsubscribe(hearTrip));

/** Numbers of statements and batches of one request. */
interface Taken {
  statements: number;
  batches: number;
}

/** Counts the statements and batches of the transaction of one request. */
async function takenBy(ask: () => Promise<{ status: number }>): Promise<Taken> {
  heard.length = 0;
  batches = 0;
  expect((await ask()).status).toBeLessThan(300);
  return { statements: heard.length, batches };
}

/**
 * Most statements and batches. Postgres reads the viewer again after it locks the token, and the space after it locks
 * the change request.
 */
const most = {
  sqlite: { create: 6, content: 12, merge: 19, batches: 1 },
  postgresql: { create: 8, content: 14, merge: 22, batches: 2 },
}[provider];

/** Opens a change request, changes its content and merges it. Returns the counts of each step. */
async function takenByRound(changes: object): Promise<{ create: Taken; content: Taken; merge: Taken }> {
  const opened: Proposal[] = [];
  const create = await takenBy(async () => {
    opened.push(await openProposal(test, space, admin.token));
    return { status: 201 };
  });
  const content = await takenBy(() => opened[0]!.change(changes));
  const merge = await takenBy(() => opened[0]!.merge());
  return { create, content, merge };
}

it('opens a change request, changes a page and merges with few statements, in at most two batches each', async () => {
  // The first use of a token writes to it, which is not part of the measured requests.
  await openProposal(test, space, admin.token);
  const document = (text: string) => ({ markdown: `${text}, and [the guide](guide.md).\n` });
  const page = (await test.rest('GET', `/spaces/${space}/content/path/guide`, { token: admin.token })).body.id;
  const inserted = await takenByRound({ operation: 'insert_page', title: 'New', document: document('New') });
  const updated = await takenByRound({ operation: 'update_page', page, document: document('Text') });
  // The text of the page is cached since it was written.
  const again = await takenByRound({ operation: 'update_page', page, document: document('More') });
  for (const round of [inserted, updated, again])
    for (const step of ['create', 'content', 'merge'] as const)
      expect(round[step].statements, step).toBeLessThanOrEqual(most[step]);
  for (const step of ['create', 'content', 'merge'] as const)
    expect(again[step].batches, step).toBeLessThanOrEqual(most.batches);
});
