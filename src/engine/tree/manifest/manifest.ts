import { compareCodeUnits, equalJson } from '../../base/canonical-json.js';
import type { File, Hash, Manifest, ReusableContent } from '../../base/types.js';
import { type LegacyDirectory, readLegacyFiles, readLegacyPages } from './legacy-tree.js';
import { type PageItem, pagesFrom, storedItem, storedPages, toStored } from './stored-items.js';
import { isHash, itemsOf, type ListNode, storeList, storeNode } from './stored-list.js';

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
 * Converts a manifest to tree nodes: a root, and nodes that each have a few pages, files or reusable contents. A change
 * of one page creates a new root and one or two other nodes. Files are a set; their order is lost.
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
  const pages = storedPages(manifest.pages);
  const files = sortFiles(manifest.files).map(storedItem);
  const reusableContents = manifest.reusableContents.map(storedItem);
  const { json, canonical } = toStored({
    ...manifest,
    pages: storeList(pages.items, nodes),
    files: storeList(files, nodes),
    reusableContents: storeList(reusableContents, nodes),
  });
  const read = {
    pages: pages.pages,
    files: files.map((item) => item.canonical),
    reusableContents: reusableContents.map((item) => item.canonical),
  };
  return { root: storeNode(json, nodes), nodes, manifest: { ...canonical, ...read } };
}

/**
 * Reports whether a manifest has the same content as a stored one. `stored` must have been read from nodes, or be a
 * `StoredTree.manifest`. Do not compare the hashes of roots instead, because equal content may have two roots. Earlier
 * versions stored other nodes, and an import that replaces ids retains how lists are split.
 */
export function hasSameContent(stored: Manifest, manifest: Manifest): boolean {
  return equalJson(stored, manifestTree(manifest).manifest);
}

/**
 * Reads a manifest, with one call of `load` per level of the tree: at most three. A tree of an earlier version needs one
 * for each level of pages and directories. Files are sorted by path. Emoji of pages are fully qualified; an emoji
 * that is not exactly one emoji is omitted.
 * @throws Error if `load` does not return a node that another node refers to, because then the stored data are damaged
 */
export async function manifestOf(root: Hash, load: LoadNodes): Promise<Manifest> {
  const nodes = new Map<Hash, TreeNode>();
  let level: Hash[] = [root];
  while (level.length > 0) level = (await loadLevel(level, load, nodes)).flatMap(childrenOf);
  const rootNode = nodes.get(root) as RootNode;
  const { pages, files, reusableContents } = rootNode;
  const manifest = {
    ...rootNode,
    pages: typeof pages === 'string' ? readLegacyPages(pages, nodes) : pagesFrom(itemsOf(pages, nodes) as PageItem[]),
    files: sortFiles(typeof files === 'string' ? readLegacyFiles(files, nodes) : (itemsOf(files, nodes) as File[])),
    reusableContents: itemsOf(reusableContents, nodes) as ReusableContent[],
  };
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
  return [...files].sort(compareFiles);
}

function compareFiles(left: File, right: File): number {
  return compareCodeUnits(left.path, right.path) || compareCodeUnits(left.id, right.id);
}

/** The root. Its lists are hashes of nodes; earlier versions wrote other lists (see `legacy-tree.ts`). */
type RootNode = Omit<Manifest, 'pages' | 'files' | 'reusableContents'> & {
  pages: Hash[] | Hash;
  files: Hash[] | Hash;
  reusableContents: ListNode;
};
type TreeNode = RootNode | ListNode | LegacyDirectory;

/** Returns the hashes of the nodes that a node refers to. */
function childrenOf(node: TreeNode): Hash[] {
  if (Array.isArray(node)) return node.map(childOf).filter(isHash);
  if ('directories' in node) return node.directories.map(([, hash]) => hash);
  return [node.pages, node.files, node.reusableContents].flat().filter(isHash);
}

/** Returns an entry that is a hash, or the hash of the sub-pages of a page that an earlier version wrote. */
function childOf(entry: Hash | { children?: unknown }): unknown {
  return isHash(entry) ? entry : entry.children;
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
