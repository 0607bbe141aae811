import type { Manifest, ReadBlob } from '../../../../src/engine/base/types.js';
import { exportFolder } from '../../../../src/engine/tree/export/export-folder.js';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { readSidecar } from '../../../../src/engine/tree/sidecar/read-sidecar.js';
import { createSidecar, sidecarFile } from '../../../../src/engine/tree/sidecar/sidecar.js';
import { readBlob } from '../../manifests.js';

const ids = Array.from({ length: 100_000 }, (_, index) => index).values();
/** Returns an id that no manifest of a test has. */
export const newId = (kind: string) => `new-${kind}-${ids.next().value}`;

/** Returns the bytes of an export with its sidecar, by path. */
export function exportOf(one: Manifest, read: ReadBlob = readBlob): Map<string, Uint8Array> {
  const files = [...exportFolder(one, read)];
  return new Map(
    [...files, createSidecar({ space: 'spc', manifest: one }, files, read)].map(({ path, bytes }) => [path, bytes]),
  );
}

/** Imports an export with its sidecar. */
export function importOf(entries: Map<string, Uint8Array>, previous?: Manifest) {
  return importFolder({ entries, previous, sidecar: readSidecar(entries.get(sidecarFile)!), newId });
}
