import { sql } from 'kysely';
import type { TableName } from '../../../../src/platform/db/query/rows.js';
import { sealer, type TestApp } from '../../../support/app.js';
import { type FullWorld, makeFullWorld } from '../../lists/full-world.js';

const at = '2026-01-02T03:04:05.678Z';

/** Texts whose order depends on the collation of the database. */
const texts = ['b', 'a-b', 'Ab', 'é', 'a_b', 'AB', 'ab', '👍'];

/** Creates an organization with rows in every table of archives, and all kinds of secrets. */
export async function makeArchiveWorld(test: TestApp): Promise<FullWorld> {
  const world = await makeFullWorld(test);
  const { organization: organizationId, space: spaceId, site: siteId, proposal, admin } = world;
  const userId = admin.id;
  const key = (purpose: 'visitor-key' | 'signing-key') => sealer.seal(purpose, `secret of ${purpose}`);
  const instructions = '{"b":{"10":1,"9":[1.50,1e3,"é"]},"a":null}';
  const first = async (table: 'Comment' | 'ConversationIssue') =>
    (await test.store.read.first(test.store.sql.selectFrom(table).select('id')))!.id;
  const [commentId, issueId] = [await first('Comment'), await first('ConversationIssue')];
  const conflict = { organizationId, changeRequestId: proposal.id, subject: 'title', resolvedById: userId };
  const rows: [TableName, Record<string, unknown>][] = [
    ['AgentInstructions', { organizationId, instructions, updatedAt: at, updatedById: userId }],
    ['ConversationIssueVector', { organizationId, issueId, maker: 'model', bytes: Buffer.from([0, 255]) }],
    ...texts.flatMap((text): typeof rows => [
      ['FormerBasename', { organizationId, basename: text, siteId }],
      ['FormerPagePath', { organizationId, spaceId, path: text, pageId: 'page_1' }],
      ['Reaction', { organizationId, commentId, emoji: text, userId, reactedAt: at }],
      ['ConflictResolution', { ...conflict, conflictId: text, choice: 'ours', resolvedAt: at }],
    ]),
  ];
  await test.store.transaction(async ({ read }) => {
    await read.all(sql`update "Organization" set "visitorKey" = ${key('visitor-key')}`);
    await read.all(sql`update "Site" set "oldSigningKey" = ${key('signing-key')} where "id" = ${siteId}`);
    for (const [table, row] of rows) await read.all(insertion(table, row));
  });
  return world;
}

/** Returns a statement that inserts a row. JSON values must be text, and times ISO 8601. */
export function insertion(table: TableName, row: Record<string, unknown>) {
  const names = Object.keys(row).map((name) => sql.ref(name));
  return sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(row))})`;
}
