import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { type Checkout, commitUrl } from '../../engine/git/checkout.js';

/** The checkout of a folder, or the reason why there is none. */
export type GitView = { checkout: Checkout } | { checkout?: undefined; reason: string; isRepository: boolean };

/**
 * Reads the git data of a folder with the program `git`. It runs no code of the checkout: the commands read only
 * objects and names, without hooks, filters, drivers or file system monitors. It fetches nothing, whatever the
 * configuration says. `git` decides whether it may read a repository of another owner (`safe.directory`).
 */
export async function readCheckout(folder: string): Promise<GitView> {
  const real = realpathSync(folder);
  if (!isBelowGit(real)) return { reason: 'not in a git checkout', isRepository: false };
  try {
    return { checkout: await readWith(gitIn(real)) };
  } catch (error) {
    return { reason: `git cannot read it: ${firstLine(error)}`, isRepository: true };
  }
}

/** Reports whether a folder is in a repository. Without this check, git would start for every folder. */
function isBelowGit(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isBelowGit(dirname(folder)));
}

/**
 * Environment variables passed on to git. Others are dropped: a `GIT_DIR`, for example, could name another repository.
 */
const inherited = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT'];

/**
 * Environment variables set for git. No protocol is called `none`, so objects that a partial clone lacks are not
 * fetched.
 */
const ownEnvironment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Overrides the settings of a repository that could run code. The git commands in this file do not use those settings,
 * so this is a second defense.
 */
const overrides = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];

function gitIn(baseDir: string): SimpleGit {
  const environment = inherited.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return simpleGit({
    baseDir,
    config: overrides,
    unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
    allowEnvironment: Object.keys(ownEnvironment),
    timeout: { block: 10_000 },
  }).env({ ...Object.fromEntries(environment), LC_ALL: 'C', ...ownEnvironment });
}

async function readWith(git: SimpleGit): Promise<Checkout> {
  const [where, head] = await Promise.all([
    git.raw('rev-parse', '--show-object-format', '--show-prefix'),
    git.raw('rev-parse', '--verify', '--quiet', 'HEAD'),
  ]);
  const oid = head.trim();
  if (oid === '') throw new Error('nothing is committed yet');
  const [, format, prefix] = /^(\w+)\n([\s\S]*)\n$/.exec(where)! as unknown as [string, Checkout['format'], string];
  const [object, tree, ref, remote] = await Promise.all([
    git.raw('cat-file', 'commit', oid),
    listTree(git, `${oid}:${prefix.replace(/\/$/, '')}`),
    git.raw('symbolic-ref', '-q', 'HEAD'),
    git.raw('config', '--get', 'remote.origin.url'),
  ]);
  const url = commitUrl(remote.trim(), oid);
  const commit = {
    oid,
    message: commitMessage(object),
    createdByService: false,
    ...(url && { url }),
    ...(ref && { ref: ref.trim() }),
  };
  return { commit, format, prefix, ...parseTree(tree) };
}

/**
 * Lists the files of a folder in a commit.
 * @throws Error if the commit does not have the folder, for example one that git ignores
 */
async function listTree(git: SimpleGit, name: string): Promise<string> {
  try {
    return await git.raw('ls-tree', '-r', '-z', '--full-tree', name);
  } catch {
    throw new Error('the commit that is checked out has no files of this folder');
  }
}

/** Maximum length of a stored commit message, in characters. */
const messageLimit = 10_000;

/** Returns the message of a commit object: the text after its first empty line. */
function commitMessage(object: string): string {
  const message = object.slice(object.indexOf('\n\n') + 2).trim();
  return message.replaceAll('\0', '').slice(0, messageLimit).toWellFormed();
}

/** Parses lines of `mode type oid<TAB>path` that end with NUL. */
function parseTree(tree: string): Pick<Checkout, 'blobs' | 'links'> {
  const blobs = new Map<string, string>();
  const links: string[] = [];
  for (const line of tree.split('\0')) {
    const [, mode, oid, path] = /^(\d+) blob ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? [];
    if (mode === '120000') links.push(path!);
    else if (mode) blobs.set(path!, oid!);
  }
  return { blobs, links };
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim().split('\n', 1)[0]!;
}
