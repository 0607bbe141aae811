/** How long a deleted space can be restored, in milliseconds: 7 days. Afterwards it does not exist for anybody. */
export const retention = 7 * 24 * 60 * 60 * 1000;

/** Whether the retention of a deleted space has ended, purged or not; false for one that is not deleted. */
export function isPastRetention(deletedAt: string | null | undefined): boolean {
  return deletedAt != null && deletedAt <= retentionEnd();
}

/** Spaces that were deleted at this time or before are past their retention; ISO 8601, as the rows have it. */
export function retentionEnd(): string {
  return new Date(Date.now() - retention).toISOString();
}

/** Whether nobody finds or restores a space: its retention has ended, or its purge has begun. */
export function isSpaceGone({ deletedAt, purgedAt }: { deletedAt: string | null; purgedAt: string | null }): boolean {
  return purgedAt !== null || isPastRetention(deletedAt);
}
