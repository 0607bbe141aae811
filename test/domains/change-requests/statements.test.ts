import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { openProposal, type Proposal } from './proposal.js';

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

/** On Postgres the viewer is read again behind the lock of its token, and the space behind that of the change request. */
const most = {
  sqlite: { create: 6, content: 12, merge: 21 },
  postgresql: { create: 8, content: 14, merge: 24 },
}[provider];

/** Opens a change request, changes its content and merges it. Answers how many statements each of the three took. */
async function statementsOfRound(changes: object): Promise<{ create: number; content: number; merge: number }> {
  const opened: Proposal[] = [];
  const create = await statementsOf(async () => {
    opened.push(await openProposal(test, space, admin.token));
    return { status: 201 };
  });
  const content = await statementsOf(() => opened[0]!.change(changes));
  const merge = await statementsOf(() => opened[0]!.merge());
  return { create: create.length, content: content.length, merge: merge.length };
}

it('a change request is opened, a page in it inserted or changed, and merged in few statements', async () => {
  // The first use of a token is written down, which is no part of what is asked for.
  await openProposal(test, space, admin.token);
  const document = { markdown: 'Text, and [the guide](guide.md).\n' };
  const page = (await test.rest('GET', `/spaces/${space}/content/path/guide`, { token: admin.token })).body.id;
  const rounds = [
    await statementsOfRound({ operation: 'insert_page', title: 'New', document }),
    await statementsOfRound({ operation: 'update_page', page, document }),
  ];
  for (const { create, content, merge } of rounds) {
    expect(create).toBeLessThanOrEqual(most.create);
    expect(content).toBeLessThanOrEqual(most.content);
    expect(merge).toBeLessThanOrEqual(most.merge);
  }
});
