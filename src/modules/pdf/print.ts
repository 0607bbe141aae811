import { AppError } from '../../platform/base/errors.js';
import { limits } from '../../platform/base/limits.js';
import {
  createThreadPool,
  type PoolLimits,
  type PoolRefusals,
  type TaskMessage,
} from '../../platform/workers/thread-pool.js';
import type { PdfJob } from './pdf-job.js';
import type { PdfAnswer } from './worker.js';

/**
 * The limits of a server. Each PDF has a thread of its own that ends with it, so that the memory of a large one goes with it. One
 * organization leaves a thread to the others: a PDF takes seconds, and two that run beside it take longer than one.
 */
export const printLimits: PoolLimits = {
  threads: limits.pdfsAtOnce.value,
  threadsPerTenant: 1,
  waiting: limits.pdfsWaiting.value,
  milliseconds: 180_000,
  megabytes: 1024,
  idle: 0,
};

/** Prints PDFs, organizations in turn. */
export interface Printer {
  /**
   * Makes a PDF. @param tenant whose turn it takes
   * @throws AppError UNAVAILABLE when too many PDFs of the tenant wait, or it took too long (PDF_TOO_SLOW); CONFLICT
   * (PDF_TOO_LARGE) when it takes too much memory or is over a limit.
   */
  print(job: PdfJob, tenant: string): Promise<Uint8Array>;
  /** Ends what is under way; it fails. */
  close(): Promise<void>;
}

/** Makes a printer. */
export function createPrinter(limits = printLimits): Printer {
  const pool = createThreadPool('modules/pdf/worker', limits, refusals);
  return {
    async print(job, tenant) {
      const weight = [...job.blobs.values()].reduce((sum, { length }) => sum + length, 0);
      const answer = (await pool.run({ name: 'print', message: () => messageOf(job), tenant, weight })) as PdfAnswer;
      if ('refused' in answer) throw tooLarge(answer.refused);
      if ('failed' in answer) throw Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack });
      return answer.bytes;
    },
    close: () => pool.close(),
  };
}

/** Copies of the blobs are moved to the thread: a row's bytes may be part of a larger piece of memory. */
function messageOf(job: PdfJob): TaskMessage {
  const blobs = new Map([...job.blobs].map(([hash, bytes]) => [hash, new Uint8Array(bytes)]));
  return { input: { ...job, blobs }, transfer: [...blobs.values()].map(({ buffer }) => buffer) };
}

const refusals: PoolRefusals = {
  tooMany(tenant, waiting) {
    const message = `Cannot make the PDF now: ${waiting} PDFs of ${tenant} are already waiting. Try again in 10 seconds.`;
    return new AppError('UNAVAILABLE', message, { reason: 'WORK_QUEUE_FULL', retryAfter: 10 });
  },
  tooSlow(milliseconds) {
    const message = `Cannot make the PDF: it takes longer than ${milliseconds / 1000} seconds. Ask for one page, or for a part.`;
    return new AppError('UNAVAILABLE', message, { reason: 'PDF_TOO_SLOW', retryAfter: 60 });
  },
  tooLarge: () => tooLarge('it takes too much memory'),
};

function tooLarge(why: string): AppError {
  const message = `Cannot make the PDF: ${why}. Ask for one page, or for a part.`;
  return new AppError('CONFLICT', message, { reason: 'PDF_TOO_LARGE' });
}
