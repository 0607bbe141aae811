import { treeOf } from '../../content/manifest/manifest.js';
import { checkSize } from '../../content/manifest/size.js';
import type { Hash, Json, Manifest } from '../../content/types.js';
import { newId } from '../../ids.js';
import { insertLater } from '../../store/insert-rows.js';
import type { Act } from '../shared/act.js';
import { refusingContent } from '../shared/content-errors.js';
import { present } from '../shared/present.js';
import { keepManifest } from './manifests.js';
import { storeContent } from './store-content.js';

/** A revision to be written: its content, where it belongs and what it came from. */
export interface NewRevision {
  /** Its id, where something refers to it already; else one is made. */
  id?: string;
  organizationId: string;
  spaceId: string;
  /** Set for a revision of a change request. */
  changeRequestId?: string;
  type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed';
  manifest: Manifest;
  /** Blobs that the manifest names and the organization may not have yet. */
  blobs: ReadonlyMap<Hash, Uint8Array>;
  parentId?: string;
  mergedParentId?: string;
  mergedFromId?: string;
  git?: Json;
}

/** What was written. */
export interface WrittenRevision {
  id: string;
  rootHash: Hash;
  /** Its content as reading gives it. */
  manifest: Manifest;
}

/**
 * Writes a revision with its content, in the transaction of the action.
 * @throws BAD_USER_INPUT for more pages, files or levels than a space has (`mostContent`): copies of copies would double for ever.
 */
export async function writeRevision({ tx, at, actorId }: Act, revision: NewRevision): Promise<WrittenRevision> {
  const { manifest: content, blobs, git, id = newId('Revision'), ...columns } = revision;
  const tree = treeOf(content);
  const { root: rootHash, manifest } = tree;
  await refusingContent(async () => checkSize(manifest));
  const place = { organizationId: revision.organizationId, at };
  await storeContent(tx, place, { blobs, tree });
  const told = { ...columns, ...(git != null && { git: JSON.stringify(git) }) };
  const row = { id, rootHash, authorId: actorId, createdAt: at, ...present(told) };
  insertLater(tx, { table: 'Revision', rows: [row] });
  keepManifest(tx, { organizationId: revision.organizationId, rootHash }, manifest);
  return { id, rootHash, manifest };
}
