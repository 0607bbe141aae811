import { hashOf } from '../../../../src/engine/base/blob.js';
import { canonicalJson, compareCodeUnits } from '../../../../src/engine/base/canonical-json.js';
import type { File, Hash, Manifest, Page } from '../../../../src/engine/base/types.js';

/**
 * Converts a manifest to tree nodes as earlier versions did: one node per list of sub-pages and one per
 * directory. Databases and archives contain such trees.
 */
export function legacyTree(manifest: Manifest): { root: Hash; nodes: Map<Hash, string> } {
  const nodes = new Map<Hash, string>();
  const store = (node: unknown): Hash => {
    const content = canonicalJson(node);
    const hash = hashOf(content);
    nodes.set(hash, content);
    return hash;
  };
  const storePages = (pages: Page[]): Hash =>
    store(pages.map((page) => (page.children ? { ...page, children: storePages(page.children) } : page)));
  const storeFiles = (files: File[], depth: number): Hash => {
    const segment = ({ path }: File) => path.split('/')[depth]!;
    const isHere = ({ path }: File) => path.split('/').length === depth + 1;
    const names = [...new Set(files.filter((file) => !isHere(file)).map(segment))].sort(compareCodeUnits);
    const below = (name: string) => files.filter((file) => !isHere(file) && segment(file) === name);
    const directories = names.map((name) => [name, storeFiles(below(name), depth + 1)]);
    return store({ files: files.filter(isHere), directories });
  };
  const root = store({ ...manifest, pages: storePages(manifest.pages), files: storeFiles(manifest.files, 0) });
  return { root, nodes };
}
