import type { Row } from '../../../platform/db/query/rows.js';

/** Columns of a revision of a change request that decide whether it is removed. */
export type BranchRevision = Pick<Row<'Revision'>, 'id' | 'parentId' | 'authorId' | 'type' | 'removedEdits'>;

/** Removal of some revisions of a change request. */
export interface RevisionRemoval {
  /** Ids of the revisions to remove, oldest first. */
  removed: string[];
  /** New parents of revisions whose parent is removed, by id. */
  parents: Map<string, string | null>;
  /** New numbers of removed edits, by the id of the revision that holds the number. */
  removedEdits: Map<string, number>;
}

/**
 * Selects the revisions of a merged change request that nothing needs. It retains the named revisions, and the last
 * edit of each author, which holds the number of removed edits of the author.
 * @param revisions all revisions of the change request, oldest first
 * @param options `named` has the ids that other rows name, `limit` is the maximum number of revisions to remove
 */
export function planRemoval(
  revisions: readonly BranchRevision[],
  { named, limit }: { named: ReadonlySet<string>; limit: number },
): RevisionRemoval {
  const edits = revisions.filter(({ type }) => type !== 'update');
  const lastEdits = new Map(edits.map((revision) => [revision.authorId, revision]));
  const isKept = ({ id, authorId }: BranchRevision): boolean => named.has(id) || lastEdits.get(authorId)?.id === id;
  const removed = new Map(
    revisions
      .filter((revision) => !isKept(revision))
      .slice(0, limit)
      .map((row) => [row.id, row]),
  );
  const removedEdits = new Map<string, number>();
  for (const { type, authorId, removedEdits: earlier } of removed.values()) {
    if (type === 'update') continue;
    const { id, removedEdits: held } = lastEdits.get(authorId)!;
    removedEdits.set(id, (removedEdits.get(id) ?? held ?? 0) + 1 + (earlier ?? 0));
  }
  const orphans = revisions.filter(
    ({ id, parentId }) => parentId !== null && removed.has(parentId) && !removed.has(id),
  );
  return {
    removed: [...removed.keys()],
    parents: new Map(orphans.map(({ id, parentId }) => [id, findAncestor(removed, parentId)])),
    removedEdits,
  };
}

/** Returns the nearest revision, from `id` to its ancestors, that is not removed. */
function findAncestor(removed: ReadonlyMap<string, BranchRevision>, id: string | null): string | null {
  let ancestor = id;
  while (ancestor !== null && removed.has(ancestor)) ancestor = removed.get(ancestor)!.parentId;
  return ancestor;
}
