/** Milliseconds in which a deleted space can be restored: 7 days. After that it does not exist for any viewer. */
export const retention = 7 * 24 * 60 * 60 * 1000;

/**
 * Reports whether the retention of a deleted space has ended, purged or not. Returns false for a space that is not
 * deleted.
 */
export function isPastRetention(deletedAt: string | null | undefined): boolean {
  return deletedAt != null && deletedAt <= retentionEnd();
}

/** Returns the latest deletion time that is past the retention, in ISO 8601 as in the rows. */
export function retentionEnd(): string {
  return new Date(Date.now() - retention).toISOString();
}

/** Reports whether a space can no longer be found or restored: its retention has ended, or its purge has begun. */
export function isSpaceGone({ deletedAt, purgedAt }: { deletedAt: string | null; purgedAt: string | null }): boolean {
  return purgedAt !== null || isPastRetention(deletedAt);
}
