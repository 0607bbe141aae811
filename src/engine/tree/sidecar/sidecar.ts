import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import type { Hash, Manifest, ReadBlob } from '../../base/types.js';
import type { ExportedFile } from '../export/export-folder.js';

/** The file beside an export that says what no folder can; it is neither a page nor a file of the content. */
export const sidecarFile = '.docgraph.json';

/** What the sidecar of an export holds. */
export interface Sidecar {
  /** The space that was exported. */
  space: string;
  /** Hashes of the files of the export, by path. */
  files: ReadonlyMap<string, Hash>;
  /** Bytes of the manifest that are none of these files: texts that pages share, a table of contents that was written anew. */
  blobs: ReadonlyMap<Hash, Uint8Array>;
  manifest: Manifest;
}

/** Writes the sidecar of an export: equal content gives equal bytes, a line for each member, so that versions compare well. */
export function sidecarOf(
  { space, manifest }: Pick<Sidecar, 'space' | 'manifest'>,
  exported: readonly ExportedFile[],
  readBlob: ReadBlob,
): ExportedFile {
  const files = exported.map(({ path, bytes }) => [path, hashOf(bytes)]);
  const present = new Set(files.map(([, hash]) => hash));
  const others = [manifest.summary, ...manifest.reusableContents].map((holder) => holder?.blob);
  const missing = [...new Set(others)].filter((hash) => hash !== undefined && !present.has(hash)) as Hash[];
  const blobs = missing.map((hash) => [hash, Buffer.from(readBlob(hash)).toString('base64')]);
  const text = canonicalJson({ docgraph: 1, space, files, blobs, manifest });
  const bytes = new TextEncoder().encode(`${JSON.stringify(JSON.parse(text), null, 1)}\n`);
  return { path: sidecarFile, bytes };
}
