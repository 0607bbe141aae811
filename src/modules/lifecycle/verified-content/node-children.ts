import type { Hash } from '../../../engine/base/types.js';

/** Hashes that a tree node refers to. */
export interface NodeChildren {
  nodes: Hash[];
  blobs: Hash[];
}

const hashPattern = /^[0-9a-f]{64}$/;

/**
 * Returns the nodes and blobs that a node refers to. Unlike `hashesIn`, it leaves out texts of users that look like a
 * hash. Returns nothing for content that is not JSON.
 */
export function childrenOfNode(content: string): NodeChildren {
  const blobs = [...content.matchAll(/"blob":"([0-9a-f]{64})"/g)].map(([, blob]) => blob!);
  try {
    return { nodes: nodesIn(JSON.parse(content)), blobs };
  } catch {
    // The hash of such a node is wrong too; another check reports it.
    return { nodes: [], blobs };
  }
}

/** Returns the hashes below the members that refer to nodes. Lists of pages and files contain objects instead. */
function nodesIn(value: unknown): Hash[] {
  if (typeof value === 'string') return hashPattern.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (value === null || typeof value !== 'object') return [];
  const { pages, files, reusableContents, children, directories = [] } = value as Record<string, unknown>;
  // A directory is a pair of its name, which may look like a hash, and its node.
  const below = (directories as unknown[][]).map((pair) => pair.at(-1));
  return [pages, files, reusableContents, children, below].flatMap(nodesIn);
}
