import type { BackupPlace, StoredBackup } from '../places/place.js';

/** Number of backups to keep, and the installations that it applies to. */
export interface Retention {
  /** Number of backups to keep, at least 1. */
  count: number;
  /** Installations whose backups may be removed: that of the current and that of the previous secret. */
  installations: readonly string[];
}

/**
 * Removes the oldest backups of one installation, so that the newest `count` stay. Files with other names, and backups
 * of other installations, are not touched.
 * @returns the removed backups
 */
export async function removeOldest(place: BackupPlace, { count, installations }: Retention): Promise<StoredBackup[]> {
  const own = (await place.list()).filter(({ installation }) => installations.includes(installation));
  const newestFirst = own.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
  const removed = newestFirst.slice(Math.max(1, count));
  for (const { name } of removed) await place.remove(name);
  return removed;
}
