import { type ExportedFile, exportFolder } from '../../content/export-folder.js';
import { indexOf } from '../../content/page-index.js';
import type { Hash, Manifest } from '../../content/types.js';
import { notFound } from '../../errors.js';
import type { Store } from '../../store/store.js';
import { readManifest } from './manifests.js';
import { withBlobs } from './with-blobs.js';

/**
 * The head of a space as the files of a folder; importing them again gives the same revision.
 * @throws NOT_FOUND where there is no such space.
 */
export async function exportSpace({ read }: Store, spaceId: string): Promise<ExportedFile[]> {
  const query = read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Space.organizationId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId);
  const row = await read.first(query);
  if (!row) throw notFound('space', spaceId);
  const { organizationId, rootHash } = row;
  const manifest = await readManifest(read, { organizationId, hash: rootHash });
  const work = (readBlob: (hash: Hash) => Uint8Array) => [...exportFolder(manifest, readBlob)];
  return withBlobs(read, { organizationId, likely: allBlobs(manifest), work });
}

function allBlobs(manifest: Manifest): Hash[] {
  const pages = indexOf(manifest).pages.map(({ page }) => page.blob);
  const hashes = [...pages, ...manifest.files.map(({ blob }) => blob), manifest.summary?.blob];
  return hashes.filter((hash) => hash !== undefined);
}
