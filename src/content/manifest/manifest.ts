import { hashOf } from '../blob.js';
import { canonicalJson, compareCodeUnits } from '../canonical-json.js';
import type { File, Hash, Manifest, Page } from '../types.js';

/** A manifest as nodes that name their children by hash. */
export interface Tree {
  /** Hash of the root node. */
  root: Hash;
  /** Canonical JSON of every node, by hash. */
  nodes: Map<Hash, string>;
}

/** Reads nodes by hash; one call is one round trip. */
export type LoadNodes = (hashes: Hash[]) => Promise<Map<Hash, string>>;

/**
 * Stores a manifest as tree nodes: one root, one per list of sub-pages, one per directory of files. A change of one
 * page makes new nodes for the lists on its path and the root, and no others. Files are a set: their order is not kept.
 */
export function treeOf(manifest: Manifest): Tree {
  const known = trees.get(manifest);
  if (known) return known;
  const tree = buildTree(manifest);
  trees.set(manifest, tree);
  return tree;
}

/** Manifests are immutable: what one is compared by before a transaction is what it is stored as inside. */
const trees = new WeakMap<Manifest, Tree>();

function buildTree(manifest: Manifest): Tree {
  const nodes = new Map<Hash, string>();
  const { pages, files, ...rest } = manifest;
  const root = { ...rest, pages: storePages(pages, nodes), files: storeDirectory(files, 0, nodes) };
  return { root: store(root, nodes), nodes };
}

/**
 * Reads a manifest back, one call of `load` per level of the tree; files come sorted by path.
 * @throws Error where `load` does not give a node that another names: the store is damaged.
 */
export async function manifestOf(root: Hash, load: LoadNodes): Promise<Manifest> {
  const nodes = new Map<Hash, TreeNode>();
  const { pages, files, ...rest } = (await loadLevel([root], load, nodes))[0] as RootNode;
  let level: Hash[] = [pages, files];
  while (level.length > 0) level = (await loadLevel(level, load, nodes)).flatMap(childrenOf);
  const found = filesIn(files, nodes);
  return { ...rest, pages: pagesIn(pages, nodes), files: sortFiles(found) };
}

/** Files in the order in which manifests keep them: by path, then by id. */
export function sortFiles(files: readonly File[]): File[] {
  return [...files].sort(
    (left, right) => compareCodeUnits(left.path, right.path) || compareCodeUnits(left.id, right.id),
  );
}

type RootNode = Omit<Manifest, 'pages' | 'files'> & { pages: Hash; files: Hash };
type PageNode = Omit<Page, 'children'> & { children?: Hash };
// Pairs, not members: a directory may be called `__proto__`.
type DirectoryNode = { files: File[]; directories: [name: string, node: Hash][] };
type TreeNode = RootNode | PageNode[] | DirectoryNode;

function storePages(pages: Page[], nodes: Map<Hash, string>): Hash {
  const list = pages.map((page) =>
    page.children ? canonicalJson({ ...page, children: storePages(page.children, nodes) }) : leafJson(page),
  );
  return storeText(`[${list.join(',')}]`, nodes);
}

/** Pages without sub-pages as they are stored: most of a manifest are those of the one before. */
const leaves = new WeakMap<Page, string>();

function leafJson(page: Page): string {
  const known = leaves.get(page);
  if (known !== undefined) return known;
  const json = canonicalJson(page);
  leaves.set(page, json);
  return json;
}

function storeDirectory(files: File[], depth: number, nodes: Map<Hash, string>): Hash {
  const here: File[] = [];
  const below = new Map<string, File[]>();
  for (const file of files) {
    const segments = file.path.split('/');
    const name = segments[depth]!;
    if (segments.length === depth + 1) here.push(file);
    else below.set(name, [...(below.get(name) ?? []), file]);
  }
  const names = [...below.keys()].sort(compareCodeUnits);
  const directories = names.map((name) => [name, storeDirectory(below.get(name)!, depth + 1, nodes)]);
  return store({ files: sortFiles(here), directories }, nodes);
}

function store(node: unknown, nodes: Map<Hash, string>): Hash {
  return storeText(canonicalJson(node), nodes);
}

function storeText(content: string, nodes: Map<Hash, string>): Hash {
  const hash = hashOf(content);
  nodes.set(hash, content);
  return hash;
}

async function loadLevel(hashes: Hash[], load: LoadNodes, nodes: Map<Hash, TreeNode>): Promise<TreeNode[]> {
  const missing = [...new Set(hashes)].filter((hash) => !nodes.has(hash));
  const loaded = missing.length > 0 ? await load(missing) : new Map<Hash, string>();
  return missing.map((hash) => {
    const content = loaded.get(hash);
    if (content === undefined) throw new Error(`The tree node ${hash} is missing from the store`);
    const node = JSON.parse(content) as TreeNode;
    nodes.set(hash, node);
    return node;
  });
}

function childrenOf(node: TreeNode): Hash[] {
  if (Array.isArray(node)) return node.flatMap((page) => page.children ?? []);
  return 'directories' in node ? node.directories.map(([, hash]) => hash) : [];
}

function pagesIn(hash: Hash, nodes: Map<Hash, TreeNode>): Page[] {
  const list = nodes.get(hash) as PageNode[];
  return list.map(({ children, ...page }) => (children ? { ...page, children: pagesIn(children, nodes) } : page));
}

function filesIn(hash: Hash, nodes: Map<Hash, TreeNode>): File[] {
  const { files, directories } = nodes.get(hash) as DirectoryNode;
  return [...files, ...directories.flatMap(([, child]) => filesIn(child, nodes))];
}
