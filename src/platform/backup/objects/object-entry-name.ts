import { blobKey } from '../../object-storage/blob-storage.js';

const folder = 'objects/';

/** Returns the name of the entry with the bytes of a blob: `objects/<organizationId>/<hash>`. */
export function objectEntryName(blob: { organizationId: string; hash: string }): string {
  return folder + blobKey(blob);
}

/** Reports whether an entry has the bytes of a blob. */
export function isObjectEntry({ name }: { name: string }): boolean {
  return name.startsWith(folder);
}
