import { hashOf } from '../../base/blob.js';
import { canonicalJson, compareCodeUnits } from '../../base/canonical-json.js';
import { withReadEmoji } from '../../base/emoji/emoji.js';
import type { File, Hash, Manifest, Page } from '../../base/types.js';

/** A manifest as tree nodes that refer to their children by hash. */
export interface StoredTree {
  /** Hash of the root node. */
  root: Hash;
  /** Canonical JSON of every node, by hash. */
  nodes: Map<Hash, string>;
  /**
   * The manifest that `manifestOf` would read from the nodes. Pages that are stored unchanged are the same objects as
   * in the original manifest.
   */
  manifest: Manifest;
}

/** Reads nodes by hash; one call is one round trip. */
export type LoadNodes = (hashes: Hash[]) => Promise<Map<Hash, string>>;

/**
 * Converts a manifest to tree nodes: one root, one node per list of sub-pages, and one per directory of files. A change
 * of one page creates new nodes only for the lists on its path and for the root. Files are a set; their order is lost.
 */
export function manifestTree(manifest: Manifest): StoredTree {
  const known = trees.get(manifest);
  if (known) return known;
  const tree = buildTree(manifest);
  trees.set(manifest, tree);
  nodeHashes.set(tree.manifest, new Set(tree.nodes.keys()));
  return tree;
}

/**
 * Returns the hashes of a manifest's nodes, if it was read from nodes or is a `StoredTree.manifest`. Returns an empty
 * set for any other manifest.
 */
export function nodeHashesOf(manifest: Manifest): ReadonlySet<Hash> {
  return nodeHashes.get(manifest) ?? noHashes;
}

/**
 * Contains only hashes, because a manifest may be in memory for a long time, and the nodes would need as much memory as
 * the manifest.
 */
const nodeHashes = new WeakMap<Manifest, ReadonlySet<Hash>>();
const noHashes: ReadonlySet<Hash> = new Set();

/** Trees by manifest. Manifests are immutable, so a tree can be built before the transaction that stores it. */
const trees = new WeakMap<Manifest, StoredTree>();

function buildTree(manifest: Manifest): StoredTree {
  const nodes = new Map<Hash, string>();
  const below = storePages(manifest.pages, nodes);
  const files = sortFiles(manifest.files.map((file) => storedLeaf(file).canonical));
  const { json, canonical: read } = toStored({
    ...manifest,
    pages: below.hash,
    files: storeDirectory(files, 0, nodes),
  });
  return { root: store(json, nodes), nodes, manifest: { ...read, pages: below.pages, files } };
}

/**
 * Reads a manifest, with one call of `load` per level of the tree. Files are sorted by path. Emoji of pages are fully
 * qualified; an emoji that is not exactly one emoji is omitted.
 * @throws Error if `load` does not return a node that another node refers to, because then the stored data are damaged
 */
export async function manifestOf(root: Hash, load: LoadNodes): Promise<Manifest> {
  const nodes = new Map<Hash, TreeNode>();
  const rootNode = (await loadLevel([root], load, nodes))[0] as RootNode;
  const { pages, files } = rootNode;
  let level: Hash[] = [pages, files];
  while (level.length > 0) level = (await loadLevel(level, load, nodes)).flatMap(childrenOf);
  const manifest = { ...rootNode, pages: pagesIn(pages, nodes), files: sortFiles(filesIn(files, nodes)) };
  nodeHashes.set(manifest, new Set(nodes.keys()));
  return manifest;
}

/**
 * Returns the hashes in the content of a node. `nodes` contains all hashes except values of `blob`; `blobs` contains
 * all hashes. Also includes users' texts that look like a hash, so that the result lacks no node or blob.
 */
export function hashesIn(content: string): { nodes: Hash[]; blobs: Hash[] } {
  const named = [...content.matchAll(/("blob":)?"([0-9a-f]{64})"/g)];
  const nodes = named.flatMap(([, isBlob, hash]) => (isBlob ? [] : hash!));
  return { nodes, blobs: named.map(([, , hash]) => hash!) };
}

/** Sorts files in the order of manifests: by path, then by id. */
export function sortFiles(files: readonly File[]): File[] {
  return [...files].sort(
    (left, right) => compareCodeUnits(left.path, right.path) || compareCodeUnits(left.id, right.id),
  );
}

type RootNode = Omit<Manifest, 'pages' | 'files'> & { pages: Hash; files: Hash };
type PageNode = Omit<Page, 'children'> & { children?: Hash };
// Directories are a list of pairs and not an object, because a directory may be named `__proto__`.
type DirectoryNode = { files: File[]; directories: [name: string, node: Hash][] };
type TreeNode = RootNode | PageNode[] | DirectoryNode;

function storePages(pages: Page[], nodes: Map<Hash, string>): { hash: Hash; pages: Page[] } {
  const stored = pages.map((page) => (page.children ? storeParent(page, page.children, nodes) : storedLeaf(page)));
  const isRead = stored.every(({ canonical: read }, index) => read === pages[index]);
  const hash = store(`[${stored.map(({ json }) => json).join(',')}]`, nodes);
  return { hash, pages: isRead ? pages : stored.map(({ canonical: read }) => read) };
}

function storeParent(page: Page, children: Page[], nodes: Map<Hash, string>): Stored<Page> {
  const below = storePages(children, nodes);
  const node = { ...page, children: below.hash };
  const { json, canonical: read } = toStored(node);
  const isRead = read === node && below.pages === children;
  return { json, canonical: isRead ? page : { ...read, children: below.pages } };
}

/**
 * The stored form of a value, and the value that a later read returns. Both are the same object if the value's members
 * are in canonical order.
 */
interface Stored<Thing> {
  json: string;
  canonical: Thing;
}

function toStored<Thing>(thing: Thing): Stored<Thing> {
  const json = canonicalJson(thing);
  return { json, canonical: JSON.stringify(thing) === json ? thing : JSON.parse(json) };
}

/** Cache for files, and for pages without sub-pages, because the previous manifest contains most of them. */
const leaves = new WeakMap<Page | File, Stored<Page | File>>();

function storedLeaf<Leaf extends Page | File>(leaf: Leaf): Stored<Leaf> {
  const known = leaves.get(leaf);
  if (known) return known as Stored<Leaf>;
  const stored = toStored(leaf);
  for (const one of [leaf, stored.canonical]) leaves.set(one, stored);
  return stored;
}

/**
 * Stores the files of a directory.
 * @param files must be sorted
 */
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
  return store(canonicalJson({ files: here, directories }), nodes);
}

function store(content: string, nodes: Map<Hash, string>): Hash {
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
  return list.map((stored) => {
    const page = withReadEmoji(stored);
    return page.children ? { ...page, children: pagesIn(page.children, nodes) } : (page as Page);
  });
}

function filesIn(hash: Hash, nodes: Map<Hash, TreeNode>): File[] {
  const { files, directories } = nodes.get(hash) as DirectoryNode;
  return [...files, ...directories.flatMap(([, child]) => filesIn(child, nodes))];
}
