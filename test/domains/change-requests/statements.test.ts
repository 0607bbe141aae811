import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { openProposal } from './proposal.js';

// Statements of a transaction are round trips on Postgres. Some for its locks come there on top.

const test = await testApp();
const { id: acme, admin } = await seedOrganization(test);
const space = await seedSpace(test, acme, { 'README.md': '# Home\n', 'guide.md': '# Guide\n\nText.\n' });

const heard: string[] = [];
const hear = (message: unknown) => heard.push((message as { sql: string }).sql);
const statements = channel('docgraph:statements');
beforeAll(() => statements.subscribe(hear));
afterAll(() => void statements.unsubscribe(hear));

/** The statements of one request. */
async function statementsOf(ask: () => Promise<{ status: number }>): Promise<string[]> {
  heard.length = 0;
  expect((await ask()).status).toBeLessThan(300);
  return [...heard];
}

/** On Postgres the locks of the target and of the organization come on top, and what is read again behind them. */
const most = { sqlite: { insert: 14, merge: 23 }, postgresql: { insert: 19, merge: 30 } }[provider];

it('a page is inserted, and merged, in few statements', async () => {
  const proposal = await openProposal(test, space, admin.token);
  const change = { operation: 'insert_page', title: 'New', document: { markdown: 'Text.\n' } };
  expect((await statementsOf(() => proposal.change(change))).length).toBeLessThanOrEqual(most.insert);
  expect((await statementsOf(() => proposal.merge())).length).toBeLessThanOrEqual(most.merge);
});
