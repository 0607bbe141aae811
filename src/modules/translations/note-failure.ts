import { ContentError } from '../../engine/base/types.js';
import { AppError } from '../../platform/base/errors.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { maxAttempts } from '../../platform/jobs/lease.js';
import { lockRow } from './lock-translation.js';
import { translateLater } from './translate-later.js';

/** An attempt that failed. */
export interface Failure {
  /** Id of the translation. */
  id: string;
  error: unknown;
  job: JobRun;
}

/**
 * Stores the error of a failed attempt on the translation. Stored texts of the provider stay, and the next attempt
 * requests only the missing ones. A run that was requested during this run begins after the last attempt.
 */
export function noteFailure(store: Store, { id, error, job }: Failure): Promise<void> {
  return store.transaction(async (tx) => {
    const row = await lockRow({ tx }, id);
    if (row?.jobId !== job.id || row.status !== 'running') return;
    const isLast = job.attempt >= maxAttempts;
    const next = isLast && row.isRunAgain ? { isRunAgain: false, jobId: await translateLater(tx, row) } : {};
    const ended = isLast ? { runStartedAt: null, runRevisionId: null } : {};
    const set = { status: 'pending', error: messageForMembers(error), ...ended, ...next };
    bufferUpdate(tx, { table: 'Translation', where: { id }, set });
  });
}

/**
 * Returns the error message for members: that of an AppError or ContentError, otherwise a general one. The message of a
 * failed provider, which contains its address, is visible only to admins, on the job.
 */
function messageForMembers(error: unknown): string {
  if (error instanceof AppError && error.code === 'UNAVAILABLE')
    return 'The provider of translations failed; its job tells admins why';
  const hasPublicMessage = error instanceof AppError || error instanceof ContentError;
  return hasPublicMessage ? error.message : 'An internal error; the log of the server has it';
}
