import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { type Checkout, commitUrl } from '../../engine/git/checkout.js';

/** What a folder is to git: a checkout, or not, and why. */
export type GitView = { checkout: Checkout } | { checkout?: undefined; reason: string; isRepository: boolean };

/**
 * Reads what git knows of a folder, with the program `git`. Nothing of the checkout is run: only commands are used that
 * read objects and names, which know neither hooks, filters, drivers nor monitors of the file system; and nothing is
 * fetched, whatever its configuration says. Whose repository it may read, git decides (`safe.directory`).
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

/** Without this question git would be started for every folder. */
function isBelowGit(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isBelowGit(dirname(folder)));
}

/** What the environment hands on; a `GIT_DIR` of it, for one, would be another repository's. */
const inherited = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT'];

/** No protocol has this name: objects that a partial clone lacks are not fetched. */
const ownEnvironment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/** Held against what a repository could bring along, though no command that is used here would heed it. */
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
    treeOf(git, `${oid}:${prefix.replace(/\/$/, '')}`),
    git.raw('symbolic-ref', '-q', 'HEAD'),
    git.raw('config', '--get', 'remote.origin.url'),
  ]);
  const url = commitUrl(remote.trim(), oid);
  const commit = {
    oid,
    message: messageOf(object),
    createdByService: false,
    ...(url && { url }),
    ...(ref && { ref: ref.trim() }),
  };
  return { commit, format, prefix, ...entriesOf(tree) };
}

/** @throws Error for a folder that is in no commit, such as one that git ignores: it is no state of the repository. */
async function treeOf(git: SimpleGit, name: string): Promise<string> {
  try {
    return await git.raw('ls-tree', '-r', '-z', '--full-tree', name);
  } catch {
    throw new Error('the commit that is checked out has no files of this folder');
  }
}

/** Most characters of a commit's message that are kept. */
const messageLimit = 10_000;

/** The message of a commit object: what comes behind its first empty line. */
function messageOf(object: string): string {
  const message = object.slice(object.indexOf('\n\n') + 2).trim();
  return message.replaceAll('\0', '').slice(0, messageLimit).toWellFormed();
}

/** Reads lines of `mode type oid<TAB>path` that end with NUL. */
function entriesOf(tree: string): Pick<Checkout, 'blobs' | 'links'> {
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
