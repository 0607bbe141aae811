import { canonicalJson } from '../../base/canonical-json.js';
import type { File, Manifest, Page } from '../../base/types.js';
import { subtreeOf } from '../pages/tree.js';

/** Pages and files of the previous revision; each is assigned at most once. */
export interface Predecessors {
  /**
   * Predecessor of each document, by its new path: the page of the same file. If there is none, a page with the same
   * bytes whose file no longer exists.
   */
  documents: ReadonlyMap<string, Page>;
  /**
   * Predecessor of each file, by its new path: the file with the same path. If there is none, a file with the same
   * bytes whose path no longer exists.
   */
  files: ReadonlyMap<string, File>;
  /**
   * Returns a group with this title, preferably with this path; otherwise a group with this path. Each group is
   * returned only once.
   */
  takeGroup(title: string, path: string): Page | undefined;
  /** Returns a link page with this title and target. Each page is returned only once. */
  takeLink(title: string, target: unknown): Page | undefined;
}

/** A path in the folder and the hash of its bytes. */
export interface PathAndBlob {
  path: string;
  blob: string;
}

/** Matches the content of a folder with the previous revision, so that ids stay the same after edits and renames. */
export function findPredecessors(
  previous: Manifest | undefined,
  pages: PathAndBlob[],
  files: PathAndBlob[],
): Predecessors {
  const before = (previous?.pages ?? []).flatMap(subtreeOf);
  const documents = before.filter((page) => page.type === 'document' && page.file !== undefined);
  const groups = before.filter((page) => page.type === 'group');
  const links = groupLinks(before.filter((page) => page.type === 'link'));
  const known = (previous?.files ?? []).map((file) => ({ path: file.path, blob: file.blob, value: file }));
  return {
    documents: matchByPathOrBlob(
      documents.map((page) => ({ path: page.file!, blob: page.blob ?? '', value: page })),
      pages,
    ),
    files: matchByPathOrBlob(known, files),
    takeGroup(title, path) {
      return (
        takeFirst(groups, (page) => page.title === title && page.path === path) ??
        takeFirst(groups, (page) => page.title === title) ??
        takeFirst(groups, (page) => page.path === path)
      );
    },
    takeLink(title, target) {
      return links.get(linkKey(title, target))?.shift();
    },
  };
}

function matchByPathOrBlob<Value>(before: (PathAndBlob & { value: Value })[], now: PathAndBlob[]): Map<string, Value> {
  const byPath = new Map(before.map((one) => [one.path, one]));
  const matched = new Map<string, Value>();
  for (const { path } of now) {
    const predecessor = byPath.get(path);
    if (predecessor) matched.set(path, predecessor.value);
  }
  const gone = new Map<string, Value[]>();
  for (const one of before) if (!matched.has(one.path)) gone.set(one.blob, [...(gone.get(one.blob) ?? []), one.value]);
  for (const { path, blob } of now) {
    const moved = matched.has(path) ? undefined : gone.get(blob)?.shift();
    if (moved !== undefined) matched.set(path, moved);
  }
  return matched;
}

function takeFirst(pages: Page[], fits: (page: Page) => boolean): Page | undefined {
  const index = pages.findIndex(fits);
  return index === -1 ? undefined : pages.splice(index, 1)[0];
}

function groupLinks(links: Page[]): Map<string, Page[]> {
  const groups = new Map<string, Page[]>();
  for (const link of links) {
    const key = linkKey(link.title, link.target);
    groups.set(key, [...(groups.get(key) ?? []), link]);
  }
  return groups;
}

function linkKey(title: string, target: unknown): string {
  return canonicalJson([title, target]);
}
