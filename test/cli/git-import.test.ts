import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCheckout } from '../../src/cli/folders/git-checkout.js';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../src/modules/content/folders/import-actions.js';
import { testApp } from '../support/app.js';
import { type Person, seedOrganization } from '../support/seed.js';
import { type Files, folderOf } from './folders.js';
import { commit, git, makeRepository, write } from './git-folders.js';

const test = await testApp();
let organization: string;
let admin: Person;
beforeAll(async () => {
  ({ id: organization, admin } = await seedOrganization(test));
});

const texts: Files = {
  'docs/SUMMARY.md': '* [Home](README.md)\n',
  'docs/README.md': '# Home\n',
  'docs/pic.png': Buffer.from([1, 2, 0]),
  'other/x.txt': 'x',
};

async function importFolder(folder: string, space?: string) {
  const { checkout } = await readCheckout(folder);
  const entries = readFolder(folder);
  return importIntoSpace({ store: test.store, viewer: test.operator }, { organization, space, entries, checkout });
}

async function readGitIds(space: string, query = '') {
  const revision = await test.rest('GET', `/spaces/${space}/content${query}`, admin);
  const pages = await test.rest('GET', `/spaces/${space}/content/pages${query}`, admin);
  const files = await test.rest('GET', `/spaces/${space}/content/files${query}`, admin);
  const git = { page: pages.body.pages[0].git, file: files.body.items[0].git, commit: revision.body.git };
  return { revision: revision.body.id, ...git };
}

describe('the import of a folder of a git checkout', () => {
  it('stores the commit of the revision, and the git blob of each page and file', async () => {
    const folder = folderOf(texts);
    makeRepository(folder);
    git(folder, 'remote', 'add', 'origin', 'https://ada:secret@github.com/acme/docs.git');
    const oid = commit(folder, 'Second\n\nWith a body: é');
    const { spaceId, uncommitted } = await importFolder(join(folder, 'docs'));
    expect(uncommitted).toBe(0);
    expect(await readGitIds(spaceId)).toMatchObject({
      commit: {
        oid,
        message: 'Second\n\nWith a body: é',
        createdByService: false,
        url: `https://github.com/acme/docs/commit/${oid}`,
        ref: 'refs/heads/main',
      },
      page: { oid: git(folder, 'rev-parse', 'HEAD:docs/README.md'), path: 'docs/README.md' },
      file: { oid: git(folder, 'rev-parse', 'HEAD:docs/pic.png'), path: 'docs/pic.png' },
    });
    const without = await readGitIds(spaceId, '?metadata=false');
    expect([without.commit, without.page, without.file]).toEqual([undefined, undefined, undefined]);
  });

  it('stores no branch for a detached HEAD, and supports repositories with SHA-256', async () => {
    const folder = folderOf({ 'README.md': '# Home\n', 'a.txt': 'a' });
    const oid = makeRepository(folder, '--object-format=sha256');
    git(folder, 'checkout', '--quiet', '--detach');
    const { spaceId, uncommitted } = await importFolder(folder);
    const found = await readGitIds(spaceId);
    expect(found.commit).toEqual({ oid, message: 'First', createdByService: false });
    expect(found.page).toEqual({ oid: git(folder, 'rev-parse', 'HEAD:README.md'), path: 'README.md' });
    expect(uncommitted).toBe(0);
  });

  it('stores for an uncommitted file the id of the blob that git creates for its content, and counts uncommitted changes', async () => {
    const folder = folderOf({ 'README.md': '# Home\n', 'a.txt': 'a', 'gone.txt': 'gone' });
    const oid = makeRepository(folder);
    write(folder, { 'README.md': '# Edited\n', 'new.txt': 'new' });
    git(folder, 'rm', '--quiet', 'gone.txt');
    const { spaceId, uncommitted } = await importFolder(folder);
    expect(uncommitted).toBe(3);
    const found = await readGitIds(spaceId);
    expect(found.commit.oid).toBe(oid);
    expect(found.page.oid).toBe(git(folder, 'hash-object', 'README.md'));
  });

  it('creates no revision for a commit that changed nothing in the folder', async () => {
    const folder = folderOf(texts);
    const first = makeRepository(folder);
    const { spaceId } = await importFolder(join(folder, 'docs'));
    write(folder, { 'other/x.txt': 'y' });
    commit(folder, 'Elsewhere');
    expect((await importFolder(join(folder, 'docs'), spaceId)).revisionId).toBeNull();
    expect((await readGitIds(spaceId)).commit.oid).toBe(first);
    write(folder, { 'docs/README.md': '# Later\n' });
    const third = commit(folder, 'Here');
    expect((await importFolder(join(folder, 'docs'), spaceId)).revisionId).not.toBeNull();
    expect((await readGitIds(spaceId)).commit.oid).toBe(third);
  });

  it('creates a revision after an import of the same files without git; a later import without git creates none', async () => {
    const folder = folderOf({ 'README.md': '# Home\n', 'a.txt': 'a' });
    const { spaceId } = await importFolder(folder);
    expect((await readGitIds(spaceId)).commit).toBeUndefined();
    makeRepository(folder);
    expect((await importFolder(folder, spaceId)).revisionId).not.toBeNull();
    const plain = folderOf({ 'README.md': '# Home\n', 'a.txt': 'a' });
    expect((await importFolder(plain, spaceId)).revisionId).toBeNull();
  });
});

describe('a folder is not a checkout', () => {
  const places: [name: string, make: () => string, reason: string, isRepository: boolean][] = [
    ['outside of any checkout', () => folderOf({ 'README.md': '' }), 'not in a git checkout', false],
    [
      'if nothing is committed',
      () => {
        const folder = folderOf({ 'README.md': '' });
        git(folder, 'init', '--quiet');
        return folder;
      },
      'nothing is committed yet',
      true,
    ],
    [
      'if git ignores it',
      () => {
        const folder = folderOf({ '.gitignore': 'out\n', 'out/README.md': '' });
        makeRepository(folder);
        return join(folder, 'out');
      },
      'the commit that is checked out has no files of this folder',
      true,
    ],
    [
      'if its .git is invalid',
      () => folderOf({ '.git': 'gitdir: /nowhere\n', 'a.md': '' }),
      'git cannot read it: fatal',
      true,
    ],
  ];
  it.each(places)('%s', async (...[, make, reason, isRepository]) => {
    const view = await readCheckout(make());
    expect(view).toEqual({ reason: expect.stringContaining(reason), isRepository });
  });

  it('if git is not installed', async () => {
    const folder = folderOf({ 'README.md': '' });
    makeRepository(folder);
    const { PATH } = process.env;
    process.env.PATH = '/nowhere';
    try {
      expect(await readCheckout(folder)).toMatchObject({ reason: expect.stringContaining('git') });
    } finally {
      process.env.PATH = PATH;
    }
  });
});
