import { installationOf } from '../places/backup-name.js';
import { openPlace } from '../places/open-place.js';
import type { StoredBackup } from '../places/place.js';

/** Place of the backups, and the secrets of the server that made them. */
export interface LastBackupRequest {
  /** Folder, or `s3://bucket/prefix`. */
  to: string;
  /** Current and previous secret of the server; null if there is none. */
  secrets: readonly (string | null)[];
}

/**
 * Returns the newest backup of a server; null if there is none.
 * @throws AppError if the place cannot be read
 */
export async function readLastBackup({ to, secrets }: LastBackupRequest): Promise<StoredBackup | null> {
  const { place } = openPlace(to);
  try {
    const installations = secrets.map(installationOf);
    const own = (await place.list()).filter(({ installation }) => installations.includes(installation));
    return own.at(-1) ?? null;
  } finally {
    place.close();
  }
}
