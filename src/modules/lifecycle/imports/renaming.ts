import { hashOf } from '../../../engine/base/blob.js';
import type { Hash } from '../../../engine/base/types.js';
import { hashesIn } from '../../../engine/tree/manifest/manifest.js';
import { invalidArchive } from './archive-error.js';
import type { ArchiveFile } from './archive-file.js';
import { linesOf, parseRow } from './archive-rows.js';
import { type IdMap, replaceIds } from './new-ids.js';

/** Ids and hashes that an import replaces in the rows of an archive. */
export interface Renaming {
  ids: IdMap;
  /** New hash of each content that contains replaced ids, by its old hash. */
  hashes: ReadonlyMap<Hash, Hash>;
}

/** Replaces ids and hashes in a text. */
export function rename(text: string, { ids, hashes }: Renaming): string {
  const renamed = replaceIds(text, ids);
  return hashes.size === 0 ? renamed : renamed.replace(/[0-9a-f]{64}/g, (hash) => hashes.get(hash) ?? hash);
}

/** Replaces ids in the bytes of a page or file. Content with a zero byte is not text, and stays unchanged. */
export function renameBytes(bytes: Buffer, ids: IdMap): Buffer {
  if (ids.size === 0 || bytes.includes(0)) return bytes;
  // Latin-1 maps each byte to one character, so all other bytes stay the same in any encoding.
  const text = bytes.toString('latin1');
  const renamed = replaceIds(text, ids);
  return renamed === text ? bytes : Buffer.from(renamed, 'latin1');
}

/**
 * Computes the new hashes of all content that contains replaced ids. A tree node contains the hashes of the content
 * below it, so it is renamed after that content. Reads the archive once for each level of its trees.
 */
export async function planRenaming(archive: ArchiveFile, ids: IdMap): Promise<Renaming> {
  const hashes = new Map<Hash, Hash>();
  if (ids.size === 0) return { ids, hashes };
  for await (const { hash, bytes } of readRows(archive, 'Blob')) {
    const [before, after] = [
      Buffer.from(String(bytes), 'base64'),
      renameBytes(Buffer.from(String(bytes), 'base64'), ids),
    ];
    if (!after.equals(before)) hashes.set(String(hash), hashOf(after));
  }
  const pending = new Set<Hash>();
  for await (const { hash } of readRows(archive, 'TreeNode')) pending.add(String(hash));
  while (pending.size > 0) await renameLevel(archive, { ids, hashes, pending });
  return { ids, hashes };
}

/** State of the renaming of tree nodes. `pending` has the hashes of the nodes that are not renamed yet. */
interface PendingNodes {
  ids: IdMap;
  hashes: Map<Hash, Hash>;
  pending: Set<Hash>;
}

async function renameLevel(archive: ArchiveFile, { ids, hashes, pending }: PendingNodes): Promise<void> {
  const before = pending.size;
  for await (const row of readRows(archive, 'TreeNode')) {
    const [hash, content] = [String(row.hash), String(row.content)];
    if (!pending.has(hash) || hashesIn(content).nodes.some((child) => pending.has(child))) continue;
    const renamed = rename(content, { ids, hashes });
    if (renamed !== content) hashes.set(hash, hashOf(renamed));
    pending.delete(hash);
  }
  if (pending.size === before) throw invalidArchive('its tree nodes contain each other');
}

async function* readRows(archive: ArchiveFile, table: 'Blob' | 'TreeNode') {
  for (const entry of archive.entries)
    if (entry.table.name === table)
      for (const line of linesOf(entry, await archive.read(entry))) yield parseRow(entry, line);
}
