import { expect, it } from 'vitest';
import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { revertTo } from '../../../../src/modules/review/history/revert-actions.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { runWhileRowIsLocked } from '../../../support/run-while-row-is-locked.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const other = await testApp();
const acme = await seedOrganization(test);
const actor = { store: test.store, viewer: test.operator };
const files = { 'README.md': '# Home\n\n[b](b.md)\n', 'b.md': '# B\n', 'a.txt': 'a' };

async function exportedFiles(space: string) {
  const all = await exportSpace(test.store, space, { sidecar: true });
  return new Map(all.map(({ path, bytes }) => [path, () => bytes]));
}

async function rootOf(app: typeof test, space: string): Promise<string> {
  const { read } = app.store;
  const query = read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select('rootHash');
  return (await read.first(query.where('Space.id', '=', space)))!.rootHash;
}

it('an import of the export of a space into the same space creates no revision', async () => {
  const space = await seedSpace(test, acme.id, files);
  const entries = await exportedFiles(space);
  expect([...entries.keys()]).toContain('.docgraph.json');
  expect(await importIntoSpace(actor, { organization: acme.id, space, entries })).toMatchObject({ revisionId: null });
});

it('an import of the export restores the space in another database with the same ids', async () => {
  const space = await seedSpace(test, acme.id, files);
  const { id: organization } = await seedOrganization(other);
  const there = { store: other.store, viewer: other.operator };
  const { spaceId } = await importIntoSpace(there, { organization, entries: await exportedFiles(space) });
  expect(await rootOf(other, spaceId)).toBe(await rootOf(test, space));
});

it('one of two concurrent restores is refused, and gets new ids when it runs again', async () => {
  const entries = await exportedFiles(await seedSpace(test, acme.id, files));
  const { id: organization, admin } = await seedOrganization(other);
  const restore = (store = other.store) =>
    importIntoSpace({ store, viewer: other.operator }, { organization, entries });
  let transactions = 0;
  let first: { spaceId: string } | undefined;
  // The outer restore chooses free ids in its first transaction. The inner restore takes them before the second one
  // starts.
  const transaction: Store['transaction'] = async (work) => {
    transactions += 1;
    if (transactions === 2) first = await restore();
    return other.store.transaction(work);
  };
  await expect(restore({ ...other.store, transaction })).rejects.toMatchObject({ code: 'CONFLICT' });
  const again = await restore();
  expect(again).toMatchObject({ pages: 2 });
  const both = [first!, again].map(({ spaceId }) => pagesByPath(other, spaceId, admin.token));
  expect(new Set((await Promise.all(both)).flatMap((pages) => [...pages.values()])).size).toBe(4);
});

it.runIf(provider === 'postgresql')(
  'the second of two concurrent restores waits for the first, and is then refused',
  async () => {
    const entries = await exportedFiles(await seedSpace(test, acme.id, files));
    const { id: organization } = await seedOrganization(other);
    const restore = () => importIntoSpace({ store: other.store, viewer: other.operator }, { organization, entries });
    const answers = await runWhileRowIsLocked(other, { table: 'Organization', id: organization }, restore, restore);
    expect(answers).toMatchObject([{ pages: 2 }, { code: 'CONFLICT' }]);
  },
);

it('a space cannot be reverted to a revision whose pages another space has taken meanwhile', async () => {
  const entries = await exportedFiles(await seedSpace(test, acme.id, files));
  const { id: organization } = await seedOrganization(other);
  const there = { store: other.store, viewer: other.operator };
  const { spaceId: space, revisionId } = await importIntoSpace(there, { organization, entries });
  const nothing = new Map([['README.md', () => Buffer.from('# Nothing\n')]]);
  await importIntoSpace(there, { organization, space, entries: nothing });
  await importIntoSpace(there, { organization, entries });
  await expect(revertTo(there, { space, revision: revisionId! })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('a copy in the same database gets other ids, in any organization, and a second import of the copy changes nothing', async () => {
  const space = await seedSpace(test, acme.id, files);
  const mine = await pagesByPath(test, space, acme.admin.token);
  const globex = await seedOrganization(test);
  for (const owner of [acme, globex]) {
    const { spaceId } = await importIntoSpace(actor, { organization: owner.id, entries: await exportedFiles(space) });
    const copies = await pagesByPath(test, spaceId, owner.admin.token);
    expect([...copies.keys()]).toEqual([...mine.keys()]);
    for (const id of copies.values()) expect([...mine.values()]).not.toContain(id);
    const again = await importIntoSpace(actor, {
      organization: owner.id,
      space: spaceId,
      entries: await exportedFiles(space),
    });
    expect(again.revisionId).toBeNull();
  }
  expect(await pagesByPath(test, space, acme.admin.token)).toEqual(mine);
});

it('an import does not use ids of other spaces, whatever space the sidecar names', async () => {
  const victim = await seedSpace(test, acme.id, files);
  const stolen = [...(await pagesByPath(test, victim, acme.admin.token)).values()];
  const entries = await exportedFiles(victim);
  const lie = Buffer.from(entries.get('.docgraph.json')!())
    .toString()
    .replace(victim, 'spc_00000000000000000000000000');
  entries.set('.docgraph.json', () => new TextEncoder().encode(lie));
  const globex = await seedOrganization(test);
  const { spaceId } = await importIntoSpace(actor, { organization: globex.id, entries });
  const importedIds = [...(await pagesByPath(test, spaceId, globex.admin.token)).values()];
  expect(importedIds).toHaveLength(stolen.length);
  for (const id of importedIds) expect(stolen).not.toContain(id);
});

it('an import refuses an invalid sidecar with an error that names the file', async () => {
  const entries = new Map([['.docgraph.json', () => new TextEncoder().encode('{}')]]);
  await expect(importIntoSpace(actor, { organization: acme.id, entries })).rejects.toMatchObject({
    code: 'BAD_USER_INPUT',
    message: expect.stringContaining('".docgraph.json"'),
  });
});
