import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { messageFaults } from '../../scripts/commit-message.mjs';
import { packagePath } from '../../src/platform/base/package-path.js';

const run = promisify(execFile);

it.each([
  ['Add a field\n\nUsers asked for it.', []],
  ["Merge branch 'main'", []],
  ['', ['must not be empty', 'capital letter']],
  [`Add ${'x'.repeat(69)}`, ['at most 72 characters (got 73)']],
  ['Added a field', ['an imperative']],
  ['Adds a field', ['an imperative']],
  ['Fix: a field', ['an imperative']],
  ['add a field', ['capital letter']],
  ['Add a field.', ['end with a period']],
  ['Add a field\nand another', ['second line must be empty']],
])('the commit message %j has the faults %j', (message, faults) => {
  expect(messageFaults(message)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
});

it('the hooks refuse a commit with an invalid message', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docgraph-hooks-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], { cwd: folder });
  await mkdir(join(folder, 'scripts'));
  for (const name of ['scripts/hooks', 'scripts/commit-message.mjs', 'package.json'])
    await cp(packagePath(name), join(folder, name), { recursive: true });
  await writeFile(join(folder, 'scripts/prose.mjs'), '');
  await symlink(packagePath('node_modules'), join(folder, 'node_modules'));
  await git('init', '-q');
  await run('npm', ['run', '--silent', 'hooks'], { cwd: folder });
  await writeFile(join(folder, 'a.txt'), 'a');
  await git('add', 'a.txt');
  await expect(git('commit', '-m', 'Added a file')).rejects.toMatchObject({
    stderr: expect.stringContaining('an imperative'),
  });
  await git('commit', '-qm', 'Add a file');
});
