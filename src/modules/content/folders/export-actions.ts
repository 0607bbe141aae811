import type { Hash, Manifest, ReadBlob } from '../../../engine/base/types.js';
import { type ExportedFile, exportFolder } from '../../../engine/tree/export/export-folder.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { createSidecar } from '../../../engine/tree/sidecar/sidecar.js';
import { notFound } from '../../../platform/base/errors.js';
import type { Store } from '../../../platform/db/write/store.js';
import { readManifest } from '../revisions/manifests.js';
import { withBlobs } from '../revisions/with-blobs.js';

/**
 * Exports the head of a space as the files of a folder. An import of these files into the same space gives the same
 * revision. With `sidecar`, an additional file stores the data that a folder cannot express. An import of the folder
 * then gives the same content in any space.
 * @throws NOT_FOUND if the space does not exist.
 */
export async function exportSpace(
  { read }: Store,
  spaceId: string,
  { sidecar = false }: { sidecar?: boolean } = {},
): Promise<ExportedFile[]> {
  const query = read.sql
    .selectFrom('Space')
    .innerJoin('Revision', 'Revision.id', 'Space.revisionId')
    .select(['Space.organizationId', 'Revision.rootHash'])
    .where('Space.id', '=', spaceId);
  const row = await read.first(query);
  if (!row) throw notFound('space', spaceId);
  const manifest = await readManifest(read, row);
  const work = (readBlob: ReadBlob) => {
    const files = [...exportFolder(manifest, readBlob)];
    return sidecar ? [...files, createSidecar({ space: spaceId, manifest }, files, readBlob)] : files;
  };
  return withBlobs(read, { organizationId: row.organizationId, likely: allBlobs(manifest), work });
}

function allBlobs(manifest: Manifest): Hash[] {
  const pages = manifestIndex(manifest).pages.map(({ page }) => page.blob);
  const otherBlobs = [...manifest.files, ...manifest.reusableContents, manifest.summary].map((holder) => holder?.blob);
  const hashes = [...pages, ...otherBlobs];
  return hashes.filter((hash) => hash !== undefined);
}
