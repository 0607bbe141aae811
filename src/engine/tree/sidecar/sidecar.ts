import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import type { Hash, Manifest, ReadBlob } from '../../base/types.js';
import type { ExportedFile } from '../export/export-folder.js';

/** File in an export with data that a folder cannot represent. It is neither a page nor a file of the content. */
export const sidecarFile = '.docgraph.json';

/** Content of an export's sidecar. */
export interface Sidecar {
  /** Id of the exported space. */
  space: string;
  /** Hashes of the exported files, by path. */
  files: ReadonlyMap<string, Hash>;
  /**
   * Blobs of the manifest that are not among these files: shared texts, and a table of contents that the export
   * replaced.
   */
  blobs: ReadonlyMap<Hash, Uint8Array>;
  manifest: Manifest;
}

/**
 * Creates the sidecar of an export. Equal content results in equal bytes. Each member is on a line of its own, so that
 * versions are easy to compare.
 */
export function createSidecar(
  { space, manifest }: Pick<Sidecar, 'space' | 'manifest'>,
  exported: readonly ExportedFile[],
  readBlob: ReadBlob,
): ExportedFile {
  const files = exported.map(({ path, bytes }) => [path, hashOf(bytes)]);
  const present = new Set(files.map(([, hash]) => hash));
  const blobsWithoutFile = [manifest.summary, ...manifest.reusableContents].map((holder) => holder?.blob);
  const missing = [...new Set(blobsWithoutFile)].filter((hash) => hash !== undefined && !present.has(hash)) as Hash[];
  const blobs = missing.map((hash) => [hash, Buffer.from(readBlob(hash)).toString('base64')]);
  const text = canonicalJson({ docgraph: 1, space, files, blobs, manifest });
  const bytes = new TextEncoder().encode(`${JSON.stringify(JSON.parse(text), null, 1)}\n`);
  return { path: sidecarFile, bytes };
}
