import type { ObjectFormat } from './blob.js';

/** The commit that a revision was imported from (`GitSyncCommit` in openapi.json). */
export interface GitCommit {
  oid: string;
  message: string;
  /** Whether this server created the commit; always false. */
  createdByService: boolean;
  /** URL of the commit, if its host is known. */
  url?: string;
  /** Full name of the branch that is checked out; absent if there is none. */
  ref?: string;
}

/** A folder inside the work tree of a git repository, and the content of the checked-out commit in it. */
export interface Checkout {
  commit: GitCommit;
  format: ObjectFormat;
  /** Path of the folder within the repository, with a trailing slash; '' for the root. */
  prefix: string;
  /** Blob ids in the commit, by path relative to the folder. */
  blobs: ReadonlyMap<string, string>;
  /** Symbolic links in the commit, as paths relative to the folder. */
  links: readonly string[];
}

/**
 * Counts the files that differ from the commit: changed, new, or deleted. Excludes files that are reached through
 * symbolic links, because the commit contains only the links.
 * @param ids blob ids of the current files of the folder, by path
 */
export function countUncommitted({ blobs, links }: Checkout, ids: ReadonlyMap<string, string>): number {
  const isLinked = (path: string) => links.some((link) => path === link || path.startsWith(`${link}/`));
  const different = [...ids].filter(([path, id]) => blobs.get(path) !== id && !isLinked(path));
  const gone = [...blobs.keys()].filter((path) => !ids.has(path));
  return different.length + gone.length;
}

/** Path of a commit page relative to the URL of the repository, by host. */
const commitPaths = new Map([
  ['github.com', 'commit'],
  ['gitlab.com', '-/commit'],
  ['bitbucket.org', 'commits'],
  ['codeberg.org', 'commit'],
]);

/**
 * Returns the URL of a commit from the address of its remote: https, ssh, or `git@host:path`. Returns undefined for
 * unknown hosts. Omits user names and passwords in the address.
 */
export function commitUrl(remote: string, oid: string): string | undefined {
  const match =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([a-z.]+)(?::\d+)?\/([\w./~-]+?)(?:\.git)?\/*$/i.exec(remote) ??
    /^(?:[\w-]+@)?([a-z.]+):([\w./~-]+?)(?:\.git)?\/*$/i.exec(remote);
  const [, host = '', path] = match ?? [];
  const below = commitPaths.get(host.toLowerCase());
  return below && `https://${host.toLowerCase()}/${path}/${below}/${oid}`;
}
