import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type SimpleGit, simpleGit } from 'simple-git';
import { type Checkout, commitUrl } from '../../engine/git/checkout.js';

/** The git checkout of a folder, or the reason why there is none. */
export type GitView = { checkout: Checkout } | { checkout?: undefined; reason: string; isRepository: boolean };

/**
 * Reads the git data of a folder with the program `git`. It runs no code of the repository: the git commands use no
 * hooks, filters, drivers or file system monitors. It fetches nothing, even if the repository is configured to do so.
 * `git` itself decides whether it may read a repository of another owner (`safe.directory`).
 */
export async function readCheckout(folder: string): Promise<GitView> {
  const realPath = realpathSync(folder);
  if (!isInRepository(realPath)) return { reason: 'not in a git checkout', isRepository: false };
  try {
    return { checkout: await readHead(gitIn(realPath)) };
  } catch (error) {
    return { reason: `git cannot read it: ${firstLine(error)}`, isRepository: true };
  }
}

/** Reports whether a folder is in a git repository, so that git is not started for other folders. */
function isInRepository(folder: string): boolean {
  return existsSync(join(folder, '.git')) || (dirname(folder) !== folder && isInRepository(dirname(folder)));
}

/**
 * Environment variables that git inherits. It must not inherit others: `GIT_DIR`, for example, could name another
 * repository.
 */
const inheritedVariables = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SYSTEMROOT'];

/**
 * Environment variables that are set for git. It may use only the protocol `none`, which does not exist. So it cannot
 * fetch objects that a partial clone lacks.
 */
const gitVariables = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * Settings that override repository settings that could run code. The git commands in this file do not use those
 * settings, so this is a second defense.
 */
const overrides = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];

function gitIn(baseDir: string): SimpleGit {
  const environment = inheritedVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return simpleGit({
    baseDir,
    config: overrides,
    unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true },
    allowEnvironment: Object.keys(gitVariables),
    timeout: { block: 10_000 },
  }).env({ ...Object.fromEntries(environment), LC_ALL: 'C', ...gitVariables });
}

async function readHead(git: SimpleGit): Promise<Checkout> {
  const [location, head] = await Promise.all([
    git.raw('rev-parse', '--show-object-format', '--show-prefix'),
    git.raw('rev-parse', '--verify', '--quiet', 'HEAD'),
  ]);
  const oid = head.trim();
  if (oid === '') throw new Error('nothing is committed yet');
  const [, format, prefix] = /^(\w+)\n([\s\S]*)\n$/.exec(location)! as unknown as [string, Checkout['format'], string];
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

/** Parses the output of `git ls-tree -z`: lines of `mode type oid<TAB>path`, each with NUL at its end. */
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
