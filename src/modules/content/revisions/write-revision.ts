import type { Hash, Json, Manifest } from '../../../engine/base/types.js';
import { manifestTree, nodeHashesOf, type StoredTree } from '../../../engine/tree/manifest/manifest.js';
import { checkSize } from '../../../engine/tree/manifest/size.js';
import { newId } from '../../../platform/base/ids.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import { refusingContent } from '../../shared/content-errors.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { cacheManifestOnCommit } from './manifests.js';
import { cacheWrittenRevision } from './revision-cache.js';
import { storeContent } from './store-content.js';

/** A revision to write: its content, its branch and its origin. */
export interface NewRevision {
  /** Id of the revision, if another object already refers to it; by default a new one. */
  id?: string;
  organizationId: string;
  spaceId: string;
  /** Set for a revision of a change request. */
  changeRequestId?: string;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  manifest: Manifest;
  /** Blobs that the manifest refers to and that the organization may not have yet. */
  blobs: ReadonlyMap<Hash, Uint8Array>;
  /**
   * Manifests of revisions that the action has read under its locks, such as the previous one. Their tree nodes are
   * stored and cannot be deleted meanwhile, so they are not written again.
   */
  existingManifests?: readonly Manifest[];
  parentId?: string;
  mergedParentId?: string;
  mergedFromId?: string;
  git?: Json;
}

/** A written revision. */
export interface WrittenRevision {
  id: string;
  rootHash: Hash;
  /** Content of the revision, equal to the result of a later read. */
  manifest: Manifest;
}

/** Returns the nodes of a tree that are in none of the given manifests. */
function nodesNotIn({ nodes }: StoredTree, existingManifests: readonly Manifest[]): StoredTree['nodes'] {
  const existingHashes = existingManifests.map(nodeHashesOf);
  return new Map([...nodes].filter(([hash]) => !existingHashes.some((hashes) => hashes.has(hash))));
}

/** Columns that are null in most revisions. */
const defaultColumns = {
  changeRequestId: null,
  parentId: null,
  mergedParentId: null,
  mergedFromId: null,
  git: null,
  removedEdits: null,
};

/**
 * Writes a revision with its content, in the transaction of the action.
 * @throws BAD_USER_INPUT for more pages, files or levels than a space may have (`mostContent`): repeated copies would
 * grow without limit.
 */
export async function writeRevision({ tx, at, actorId }: UnitOfWork, revision: NewRevision): Promise<WrittenRevision> {
  const {
    manifest: content,
    blobs,
    existingManifests = [],
    git,
    id = newId('Revision'),
    organizationId,
    ...more
  } = revision;
  const { spaceId, type, ...otherColumns } = more;
  const tree = manifestTree(content);
  const { root: rootHash, manifest } = tree;
  await refusingContent(async () => checkSize(manifest));
  const target = { organizationId, storedAt: at };
  await storeContent(tx, target, { blobs, nodes: nodesNotIn(tree, existingManifests) });
  const columns = { ...defaultColumns, ...omitUndefined(otherColumns) };
  const row = {
    ...columns,
    id,
    organizationId,
    spaceId,
    type,
    rootHash,
    authorId: actorId,
    createdAt: at.toISOString(),
  };
  bufferInsert(tx, { table: 'Revision', rows: [{ ...row, git: git == null ? null : JSON.stringify(git) }] });
  // The database may normalize JSON, so a row with `git` may differ from the stored row.
  if (git == null) cacheWrittenRevision(tx, row);
  cacheManifestOnCommit(tx, { organizationId, rootHash }, manifest);
  return { id, rootHash, manifest };
}
