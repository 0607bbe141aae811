import type { ObjectFormat } from './blob.js';

/** The commit that a revision was imported from (`GitSyncCommit` of the contract). */
export interface GitCommit {
  oid: string;
  message: string;
  /** Whether this service made the commit; it makes none. */
  createdByService: boolean;
  /** Address of the commit, where its host is known. */
  url?: string;
  /** Full name of the branch that is checked out; absent where none is. */
  ref?: string;
}

/** A folder inside the work tree of a git repository, and what the commit that is checked out has of it. */
export interface Checkout {
  commit: GitCommit;
  format: ObjectFormat;
  /** Path of the folder within the repository, with a slash at its end; '' for the whole. */
  prefix: string;
  /** Ids of the blobs that the commit has there, by their path relative to the folder. */
  blobs: ReadonlyMap<string, string>;
  /** Symbolic links that the commit has there, as paths relative to the folder. */
  links: readonly string[];
}

/**
 * The number of files that are not as the commit has them: changed, new, or gone. What is reached through symbolic links
 * is left out, since the commit has the links alone.
 * @param ids ids of the blobs of the folder as it is, by path.
 */
export function uncommitted({ blobs, links }: Checkout, ids: ReadonlyMap<string, string>): number {
  const isLinked = (path: string) => links.some((link) => path === link || path.startsWith(`${link}/`));
  const different = [...ids].filter(([path, id]) => blobs.get(path) !== id && !isLinked(path));
  const gone = [...blobs.keys()].filter((path) => !ids.has(path));
  return different.length + gone.length;
}

/** Where hosts show a commit, below the address of its repository. */
const commitPaths = new Map([
  ['github.com', 'commit'],
  ['gitlab.com', '-/commit'],
  ['bitbucket.org', 'commits'],
  ['codeberg.org', 'commit'],
]);

/**
 * The address of a commit on the web, from that of its remote: https, ssh, or `git@host:path`. Undefined for hosts that
 * are not known. Names and passwords in the remote's address are left out.
 */
export function commitUrl(remote: string, oid: string): string | undefined {
  const match =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([a-z.]+)(?::\d+)?\/([\w./~-]+?)(?:\.git)?\/*$/i.exec(remote) ??
    /^(?:[\w-]+@)?([a-z.]+):([\w./~-]+?)(?:\.git)?\/*$/i.exec(remote);
  const [, host = '', path] = match ?? [];
  const below = commitPaths.get(host.toLowerCase());
  return below && `https://${host.toLowerCase()}/${path}/${below}/${oid}`;
}
