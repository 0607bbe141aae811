/** Period during which a deleted space can be restored: 7 days, in milliseconds. After it, no viewer can find it. */
export const retention = 7 * 24 * 60 * 60 * 1000;

/**
 * Reports whether the retention of a deleted space has ended, even if it is not purged yet. Returns false for a space
 * that is not deleted.
 */
export function isPastRetention(deletedAt: string | null | undefined): boolean {
  return deletedAt != null && deletedAt <= retentionEnd();
}

/**
 * Returns the latest time of deletion that is past the retention, in the stored format (ISO 8601). A space that was
 * deleted at or before this time is past its retention.
 */
export function retentionEnd(): string {
  return new Date(Date.now() - retention).toISOString();
}

/** Reports whether a space can no longer be found or restored: its retention has ended, or its purge has begun. */
export function isSpaceGone({ deletedAt, purgedAt }: { deletedAt: string | null; purgedAt: string | null }): boolean {
  return purgedAt !== null || isPastRetention(deletedAt);
}
