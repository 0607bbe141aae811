import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './folders.js';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@acme.test', '-c', 'commit.gpgSign=false'];

/** Runs git in a folder and returns its output without surrounding white space. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Writes files into a folder. Text is written as UTF-8. */
export function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Commits all files of a folder. Returns the id of the commit. */
export function commit(folder: string, message: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/** Makes a folder the work tree of a new repository and commits all its files. Returns the id of the commit. */
export function makeRepository(folder: string, ...options: string[]): string {
  git(folder, 'init', '--quiet', '--initial-branch=main', ...options);
  return commit(folder, 'First');
}
