import type { Hash } from '../../../engine/base/types.js';

/** Blobs and tree nodes that are missing or damaged, by organization. */
export interface LostContent {
  /** Adds a blob or a node. Returns false if it is already in the collection. */
  add(organizationId: string, hash: Hash): boolean;
  has(organizationId: string, hash: Hash): boolean;
  /** Reports whether an organization has lost content. */
  isIn(organizationId: string): boolean;
  organizations(): string[];
}

/** Creates an empty collection. It needs about 100 bytes of memory for each hash. */
export function createLostContent(): LostContent {
  const hashes = new Map<string, Set<Hash>>();
  return {
    add(organizationId, hash) {
      const known = hashes.get(organizationId) ?? new Set();
      hashes.set(organizationId, known);
      return known.size !== known.add(hash).size;
    },
    has: (organizationId, hash) => hashes.get(organizationId)?.has(hash) ?? false,
    isIn: (organizationId) => hashes.has(organizationId),
    organizations: () => [...hashes.keys()],
  };
}
