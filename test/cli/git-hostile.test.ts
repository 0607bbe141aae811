import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCheckout } from '../../src/cli/folders/git-checkout.js';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import { testFolder } from '../support/database.js';
import { folderOf } from './folders.js';
import { git, makeRepository } from './git-folders.js';

/** Git settings, each of which makes a git command run a program. */
const settings = [
  'core.fsmonitor',
  'core.pager',
  'core.editor',
  'core.sshCommand',
  'core.askPass',
  'core.gitProxy',
  'core.alternateRefsCommand',
  'credential.helper',
  'diff.external',
  'diff.x.textconv',
  'diff.x.command',
  'filter.x.clean',
  'filter.x.smudge',
  'filter.x.process',
  'gpg.program',
  'log.mailmap',
  'remote.origin.uploadpack',
  'alias.rev-parse',
  'alias.cat-file',
];
const hooks = [
  'post-index-change',
  'pre-commit',
  'post-checkout',
  'reference-transaction',
  'fsmonitor-watchman',
  'pre-auto-gc',
];

/**
 * Creates a repository whose configuration and hooks make git run a program. The program leaves a file that shows that
 * it ran.
 */
function hostileRepository() {
  const folder = folderOf({ 'README.md': '# Home\n', 'a.txt': 'a', '.gitattributes': '* filter=x diff=x\n' });
  makeRepository(folder);
  const marks = join(testFolder(), 'marks');
  const program = join(testFolder(), 'program');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> '${marks}'\n`);
  chmodSync(program, 0o755);
  for (const hook of hooks)
    writeFileSync(join(folder, '.git/hooks', hook), `#!/bin/sh\nexec '${program}'\n`, { mode: 0o755 });
  for (const name of settings) git(folder, 'config', name, name.startsWith('alias') ? `!${program}` : program);
  git(folder, 'config', 'log.showSignature', 'true');
  git(folder, 'config', 'core.hooksPath', '.git/hooks');
  rmSync(marks, { force: true });
  return { folder, hasRun: () => existsSync(marks), forget: () => rmSync(marks, { force: true }) };
}

/**
 * Runs `git status` and ignores its exit code, which depends on timing: git filters files again if they are as new as
 * its index.
 */
function runStatus(folder: string) {
  spawnSync('git', ['status'], { cwd: folder });
}

it('reading a hostile checkout runs none of the programs that git runs in it', async () => {
  const { folder, hasRun, forget } = hostileRepository();
  runStatus(folder);
  expect(hasRun()).toBe(true);
  forget();
  writeFileSync(join(folder, 'README.md'), '# Edited\n');
  const { checkout } = await readCheckout(folder);
  expect(checkout?.commit.message).toBe('First');
  expect([...readFolder(folder).keys()]).toEqual(['.gitattributes', 'README.md', 'a.txt']);
  expect(hasRun()).toBe(false);
});

it('reading a partial clone does not fetch missing objects', async () => {
  const { folder, hasRun, forget } = hostileRepository();
  git(folder, 'config', 'remote.origin.url', folder);
  git(folder, 'config', 'remote.origin.promisor', 'true');
  git(folder, 'config', 'extensions.partialClone', 'origin');
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}');
  rmSync(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  expect(() => git(folder, 'ls-tree', 'HEAD')).toThrow();
  expect(hasRun()).toBe(true);
  forget();
  expect(await readCheckout(folder)).toMatchObject({ isRepository: true });
  expect(hasRun()).toBe(false);
});

it('a folder that imitates a bare repository is not a checkout', async () => {
  const { folder, hasRun, forget } = hostileRepository();
  const posing = folderOf({ 'outer/README.md': '' });
  makeRepository(posing);
  for (const name of ['HEAD', 'config', 'objects', 'refs', 'hooks']) {
    cpSync(join(folder, '.git', name), join(posing, 'outer', name), { recursive: true });
  }
  forget();
  const view = await readCheckout(join(posing, 'outer'));
  expect(view.checkout).toBeUndefined();
  expect(hasRun()).toBe(false);
});

it('files below any name that a file system treats as .git are not content', () => {
  const folder = folderOf({ 'a.md': '', 'b/.git/config': '', 'c/.GIT/config': '', '.Git': '' });
  expect([...readFolder(folder).keys()]).toEqual(['a.md']);
});
