import { beforeAll, expect, it } from 'vitest';
import { createScene, type Fixture } from '../../../contract/scene.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { damage } from './damage.js';
import { findProblems, repair } from './verification-kit.js';

const test = await testApp();
const { store } = test;
let scene: Fixture;
/** Hashes of the page `guide`, and of the root of the space that has it. */
let blob: string;
let root: string;

beforeAll(async () => {
  scene = await createScene(test);
  const page = store.sql.selectFrom('Page').select('blobHash').where('id', '=', scene.manual.page('guide'));
  blob = (await store.read.first(page))!.blobHash!;
  const revision = store.sql.selectFrom('Revision').select('rootHash').where('id', '=', scene.revision);
  root = (await store.read.first(revision))!.rootHash;
});

/**
 * Damages rows of a table, verifies and repairs the database, and restores the rows. Expects that the repair changes
 * nothing about the problems.
 */
async function problemsOf(table: string, { rows, change }: { rows: string; change: string }) {
  await damage(test.url, `create table "saved" as select * from "${table}" where ${rows}`, change);
  const found = await findProblems(store);
  const { losses } = await repair(store);
  expect([await findProblems(store), losses]).toEqual([found, found.losses]);
  const restore = `insert into "${table}" select * from "saved"`;
  await damage(test.url, `delete from "${table}" where ${rows}`, restore, 'drop table "saved"');
  expect(await findProblems(store)).toEqual({ checks: {}, losses: [] });
  return found;
}

/** The page `guide` at the head of the space and in its open change request, as a lost place. */
function lostPages(kind: 'page' | 'content', name: string | null) {
  const place = { organizationId: scene.organization, spaceId: scene.manual.id, space: 'Manual', kind, name };
  return [
    { ...place, changeRequestId: null },
    { ...place, changeRequestId: scene.proposal.id },
  ];
}

it('names the pages that use a missing blob', async () => {
  const rows = `"hash" = '${blob}'`;
  const { checks, losses } = await problemsOf('Blob', { rows, change: `delete from "Blob" where ${rows}` });
  expect(Object.keys(checks)).toEqual(['missing-content']);
  expect(checks['missing-content']).toEqual([expect.stringMatching(`refers to the Blob ${blob}, which is missing.$`)]);
  expect(losses).toEqual(expect.arrayContaining(lostPages('page', 'Guide')));
  expect(losses).toHaveLength(2);
});

it('names the pages that use a blob with other bytes', async () => {
  const bytes = provider === 'sqlite' ? `x'41'` : `'\\x41'`;
  const rows = `"hash" = '${blob}'`;
  const { checks, losses } = await problemsOf('Blob', {
    rows,
    change: `update "Blob" set "bytes" = ${bytes} where ${rows}`,
  });
  const hash = '559aead08264d5795d3909718cdd05abd49572e84fe55590eef31a88a08fdffd';
  expect(checks).toEqual({ blobs: [`Blob ${scene.organization}/${blob} has bytes with another hash (${hash}).`] });
  expect(losses).toEqual(expect.arrayContaining(lostPages('page', 'Guide')));
});

it('names the spaces whose list of pages is missing or has other content', async () => {
  const rows = `"hash" = '${root}'`;
  const deleted = await problemsOf('TreeNode', { rows, change: `delete from "TreeNode" where ${rows}` });
  expect(Object.keys(deleted.checks)).toEqual(['missing-content']);
  expect(deleted.checks['missing-content']).toContain(
    `Revision ${scene.revision} refers by rootHash to the TreeNode ${root}, which is missing.`,
  );
  expect(deleted.losses).toEqual(lostPages('content', null).slice(0, 1));
  const change = `update "TreeNode" set "content" = replace("content", '"pages"', '"pagez"') where ${rows}`;
  const { checks, losses } = await problemsOf('TreeNode', { rows, change });
  expect([Object.keys(checks), losses]).toEqual([['tree-nodes'], deleted.losses]);
});

it('reports a head that does not exist', async () => {
  const rows = `"id" = '${scene.manual.id}'`;
  const change = `update "Space" set "revisionId" = 'rev_gone' where ${rows}`;
  expect(await problemsOf('Space', { rows, change })).toEqual({
    checks: {
      references: [`Space ${scene.manual.id} refers by revisionId to the Revision rev_gone, which does not exist.`],
    },
    losses: [],
  });
});

it('reports a row whose foreign key refers to no row', async () => {
  const rows = `"teamId" = '${scene.team}'`;
  const change = `update "Grant" set "teamId" = 'team_gone' where ${rows} and "spaceId" is not null`;
  const { checks } = await problemsOf('Grant', { rows: `${rows} or "teamId" = 'team_gone'`, change });
  expect(Object.keys(checks)).toEqual(['foreign-keys']);
  expect(checks['foreign-keys']).toEqual([
    expect.stringMatching(
      `refers by organizationId, teamId to the Team ${scene.organization}/team_gone, which does not exist.$`,
    ),
  ]);
});

it('reports events that are missing, in the middle and at the end', async () => {
  const rows = `"organizationId" = '${scene.organization}'`;
  const last = (await store.read.first(
    store.sql.selectFrom('Organization').select('eventSequence').where('id', '=', scene.organization),
  ))!.eventSequence;
  const change = `delete from "Event" where ${rows} and "sequence" in (3, 4, ${last})`;
  expect((await problemsOf('Event', { rows, change })).checks).toEqual({
    numberings: [
      `Organization ${scene.organization} lacks the events with the numbers 3 to 4. They are lost.`,
      `Organization ${scene.organization} has the eventSequence ${last}, but the last of its events has the number ${last - 1}. The later ones are lost.`,
    ],
  });
});

it('reports sealed values that the secret does not open', async () => {
  const rows = `"id" = '${scene.shareLink}'`;
  const change = `update "ShareLink" set "key" = 'x' where ${rows}`;
  expect((await problemsOf('ShareLink', { rows, change })).checks).toEqual({
    'sealed-values': [`ShareLink ${scene.shareLink} has a key that neither SECRET nor SECRET_PREVIOUS opens.`],
  });
});

it('reports columns and functions that are missing', async () => {
  const routine =
    provider === 'sqlite'
      ? ['drop trigger "search_fts_delete"', 'search_fts_delete']
      : ['alter function "docgraph_require" rename to "former_require"', 'docgraph_require'];
  await damage(test.url, 'alter table "Site" rename column "fallbackUrl" to "former"', routine[0]!);
  const { checks } = await findProblems(store);
  const rule = 'is missing, although its migration is applied. Restore a backup.';
  expect(checks).toEqual({ schema: [`Site.fallbackUrl ${rule}`, `${routine[1]} ${rule}`] });
});
