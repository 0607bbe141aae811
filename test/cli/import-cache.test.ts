import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCheckout } from '../../src/cli/folders/git-checkout.js';
import { openImportCache } from '../../src/cli/folders/import-cache.js';
import { listFolder, readersOf } from '../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../src/modules/content/folders/import-actions.js';
import { corpora, corpusSkipSuffix } from '../engine/corpora.js';
import { testApp } from '../support/app.js';
import { testFolder } from '../support/database.js';
import { seedOrganization } from '../support/seed.js';
import { folderOf } from './folders.js';
import { makeRepository, write } from './git-folders.js';

const test = await testApp();
let organization: string;
beforeAll(async () => {
  ({ id: organization } = await seedOrganization(test));
});
beforeEach(() => {
  process.env.XDG_CACHE_HOME = testFolder();
});

/** Returns a time so long after all writes of a test that timestamps are reliable. */
const laterTime = () => Date.now() + 5000;

/** Imports a folder as the command line does. Returns the result and the paths of the files that were read. */
async function importFolder(folder: string, space?: string, listedAt = laterTime()) {
  const files = listFolder(folder);
  const cache = openImportCache(folder, files, listedAt);
  const read = new Set<string>();
  const { checkout } = await readCheckout(folder);
  const actor = { store: test.store, viewer: test.operator };
  const entries = readersOf(files, (path) => read.add(path));
  const { cachedFiles } = cache;
  const result = await importIntoSpace(actor, { organization, space, entries, cachedFiles, checkout });
  cache.save(result.cachedFiles);
  return { ...result, read: [...read] };
}

const texts = {
  'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
  'a.md': '---\nicon: star\n---\n# A\n\n[b](b.md)\n',
  'b.md': '# B\n\n![p](p.gif)\n',
  'p.gif': Buffer.from('4749463839618002e001000000', 'hex'),
  '.gitbook.yaml': 'root: ./\n',
};

describe('a repeated import reads', () => {
  it('no file if none changed, otherwise only the changed file', async () => {
    const folder = folderOf(texts);
    const { spaceId, read } = await importFolder(folder);
    expect(read.sort()).toEqual(Object.keys(texts).sort());
    expect(await importFolder(folder, spaceId)).toMatchObject({ revisionId: null, read: [] });
    writeFileSync(join(folder, 'b.md'), '# B\n\nlater\n');
    const again = await importFolder(folder, spaceId);
    expect(again).toMatchObject({ read: ['b.md'], revisionId: expect.stringMatching(/^rev_/), pages: 2, files: 2 });
    expect(await importFolder(folder, spaceId)).toMatchObject({ revisionId: null, read: [] });
  });

  it.skipIf(corpora === null)(`only the changed file of the largest corpus${corpusSkipSuffix}`, async () => {
    const { cpSync } = await import('node:fs');
    const folder = join(testFolder(), 'corpus');
    cpSync(join(corpora!, 'large-rocketchat-dev'), folder, { recursive: true });
    const timed = async (space?: string) => {
      const started = performance.now();
      const result = await importFolder(folder, space);
      return { ...result, ms: Math.round(performance.now() - started) };
    };
    const first = await timed();
    const second = await timed(first.spaceId);
    expect(second).toMatchObject({ revisionId: null, read: [] });
    writeFileSync(join(folder, 'README.md'), '# Later\n');
    const third = await timed(first.spaceId);
    expect(third.read).toEqual(['README.md']);
    const summaries = [first, second, third].map(({ read, ms }) => `${read.length} files read in ${ms} ms`);
    console.info(`the largest corpus, first, unchanged, and with one change: ${summaries.join('; ')}`);
  });

  it('only the new file if one was added and another deleted', async () => {
    const folder = folderOf(texts);
    const { spaceId } = await importFolder(folder);
    write(folder, { 'c.md': '# C\n' });
    rmSync(join(folder, 'p.gif'));
    const { read, pages, files, notices } = await importFolder(folder, spaceId);
    expect({ read, pages, files, broken: notices.length }).toEqual({
      read: ['c.md'],
      pages: 3,
      files: 1,
      broken: 1,
    });
  });

  it('all files once after the folder became a git checkout', async () => {
    const folder = folderOf(texts);
    const { spaceId } = await importFolder(folder);
    makeRepository(folder);
    expect((await importFolder(folder, spaceId)).read).toHaveLength(5);
    expect(await importFolder(folder, spaceId)).toMatchObject({ revisionId: null, read: [], uncommitted: 0 });
  });

  it('a file whose bytes changed but whose size and modification time did not', async () => {
    const folder = folderOf(texts);
    const { spaceId } = await importFolder(folder);
    const { atime, mtime } = statSync(join(folder, 'b.md'));
    writeFileSync(join(folder, 'b.md'), texts['b.md'].replace('B', 'C'));
    utimesSync(join(folder, 'b.md'), atime, mtime);
    expect(await importFolder(folder, spaceId)).toMatchObject({ read: ['b.md'], revisionId: expect.any(String) });
  });

  it('files that changed so shortly before the last import that a later change may have the same timestamps', async () => {
    const folder = folderOf(texts);
    const { mtimeMs: first } = statSync(join(folder, Object.keys(texts)[0]!));
    const { spaceId } = await importFolder(folder, undefined, Math.floor(first));
    expect((await importFolder(folder, spaceId)).read).toHaveLength(5);
  });
});

describe('the cache of imports', () => {
  const cached = () => {
    const folder = join(process.env.XDG_CACHE_HOME!, 'docgraph/imports');
    return readdirSync(folder).map((name) => join(folder, name));
  };

  it('is readable only by its owner, and is outside of the folder', async () => {
    const folder = folderOf(texts);
    await importFolder(folder);
    expect(cached()).toHaveLength(1);
    expect(statSync(cached()[0]!).mode & 0o777).toBe(0o600);
    expect(listFolder(folder)).toHaveLength(5);
  });

  it.each([
    ['lost', () => rmSync(cached()[0]!)],
    ['not JSON', () => writeFileSync(cached()[0]!, '{')],
    ['from other code', () => writeFileSync(cached()[0]!, '{"code":"x","entries":[["a.md","",{}]]}')],
  ])('that is %s makes the import slower, but does not change its result', async (_, harm) => {
    const folder = folderOf(texts);
    const { spaceId } = await importFolder(folder);
    harm();
    expect(await importFolder(folder, spaceId)).toMatchObject({ revisionId: null, read: { length: 5 } });
  });

  it('that cannot be written does not fail the import', async () => {
    process.env.XDG_CACHE_HOME = '/dev/null';
    expect((await importFolder(folderOf(texts))).read).toHaveLength(5);
  });
});
