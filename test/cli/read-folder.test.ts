import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFolder } from '../../src/cli/folders/read-folder.js';
import { ContentError } from '../../src/engine/base/types.js';

describe('reading a folder', () => {
  let outside = '';
  let folder = '';

  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'docgraph-'));
    folder = join(outside, 'docs');
    mkdirSync(folder);
  });
  afterEach(() => rmSync(outside, { recursive: true }));

  const write = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  };
  const link = (path: string, target: string) => symlinkSync(target, join(folder, path));
  const listed = () => [...readFolder(folder).keys()];

  it('lists regular files in sorted order, including hidden files but excluding .git', () => {
    for (const path of ['b.md', 'a/c.md', 'B.md', '.gitbook.yaml', '.git/config', 'a/.git', 'Ü.md']) write(path);
    expect(listed()).toEqual(['.gitbook.yaml', 'B.md', 'a/c.md', 'b.md', 'Ü.md']);
  });

  it('reads a file only when its reader is called, and reports the number of files', () => {
    write('a.md');
    const counts: number[] = [];
    const entries = readFolder(folder, (count) => counts.push(count));
    writeFileSync(join(folder, 'a.md'), 'later');
    expect(new TextDecoder().decode(entries.get('a.md')!())).toBe('later');
    expect(counts).toEqual([1]);
  });

  it('follows links to files and folders inside the folder, each only once', () => {
    write('real/a.md');
    link('file.md', 'real/a.md');
    link('folder', 'real');
    link('real/loop', '..');
    link('real/other', '../real');
    expect(listed()).toEqual(['file.md', 'folder/a.md', 'real/a.md']);
  });

  it.each([
    ['the folder above', '..'],
    ['a file outside', '../secret.md'],
    ['an absolute path', '/'],
    ['.git', '.git/config'],
  ])('refuses a link to %s', (_, target) => {
    write('.git/config');
    writeFileSync(join(outside, 'secret.md'), 'secret');
    link('link.md', target);
    expect(listed).toThrow(ContentError);
    expect(listed).toThrow('"link.md" is a symbolic link to a file outside of the folder');
  });

  it('refuses a broken link, a pipe, and a path that is not a folder', () => {
    link('gone.md', 'missing');
    expect(listed).toThrow('"gone.md" is a symbolic link to a file that does not exist');
    rmSync(join(folder, 'gone.md'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(listed).toThrow('"pipe" must be a file or a folder');
    expect(() => readFolder(join(folder, 'missing'))).toThrow('must be a folder that exists');
  });
});
