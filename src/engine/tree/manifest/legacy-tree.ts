import { withReadEmoji } from '../../base/emoji/emoji.js';
import type { File, Hash, Page } from '../../base/types.js';

/** A page in the nodes that earlier versions wrote: `children` is the hash of the list of its sub-pages. */
type LegacyPage = Omit<Page, 'children'> & { children?: Hash };

/**
 * A directory of files in the nodes that earlier versions wrote. Directories are a list of pairs, because a directory
 * may be named `__proto__`.
 */
export interface LegacyDirectory {
  files: File[];
  directories: [name: string, node: Hash][];
}

/** Reads a list of pages that an earlier version wrote as one node for each list of sub-pages. */
export function readLegacyPages(hash: Hash, nodes: ReadonlyMap<Hash, unknown>): Page[] {
  const list = nodes.get(hash) as LegacyPage[];
  return list.map((stored) => {
    const page = withReadEmoji(stored);
    return page.children ? { ...page, children: readLegacyPages(page.children, nodes) } : (page as Page);
  });
}

/** Reads files that an earlier version wrote as one node for each directory. */
export function readLegacyFiles(hash: Hash, nodes: ReadonlyMap<Hash, unknown>): File[] {
  const { files, directories } = nodes.get(hash) as LegacyDirectory;
  return [...files, ...directories.flatMap(([, child]) => readLegacyFiles(child, nodes))];
}
