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
 * Limits for the PDFs that a server makes. Each PDF has its own thread, which ends with the PDF and releases the
 * memory.
 */
export const printLimits: PoolLimits = {
  ...printThreads(),
  waiting: limits.pdfsWaiting.value,
  milliseconds: 180_000,
  megabytes: 1024,
  idle: 0,
};

/**
 * Returns the numbers of threads of a printer. If there are several threads, one organization cannot use all of them.
 */
export function printThreads(
  threads: number = limits.pdfsAtOnce.value,
): Pick<PoolLimits, 'threads' | 'threadsPerTenant'> {
  return { threads, threadsPerTenant: Math.max(1, threads - 1) };
}

/** Prints PDFs; organizations get equal shares. */
export interface Printer {
  /**
   * Makes a PDF.
   * @param tenant tenant for the fair queue
   * @throws AppError UNAVAILABLE if too many PDFs of the tenant are waiting, or if the PDF takes too long
   * (PDF_TOO_SLOW)
   * @throws AppError CONFLICT (PDF_TOO_LARGE) if the PDF takes too much memory or exceeds a limit
   */
  print(job: PdfJob, tenant: string): Promise<Uint8Array>;
  /** Cancels PDFs in progress, which then fail. */
  close(): Promise<void>;
}

/** Creates a printer that makes PDFs in worker threads. */
export function createPrinter(limits = printLimits): Printer {
  const pool = createThreadPool('modules/pdf/worker', limits, refusals);
  return {
    async print(job, tenant) {
      const weight = [...job.blobs.values()].reduce((sum, { length }) => sum + length, 0);
      const response = (await pool.run({
        name: 'print',
        message: () => taskMessage(job),
        tenant,
        weight,
      })) as PdfAnswer;
      if ('refused' in response) throw pdfTooLargeError(response.refused);
      if ('failed' in response)
        throw Object.assign(new Error(response.failed.message), { stack: response.failed.stack });
      return response.bytes;
    },
    close: () => pool.close(),
  };
}

/**
 * Returns the message to the thread. It transfers copies of the blobs, because the bytes of a row may be a view of a
 * larger buffer.
 */
function taskMessage(job: PdfJob): TaskMessage {
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
  tooLarge: () => pdfTooLargeError('it takes too much memory'),
};

function pdfTooLargeError(reason: string): AppError {
  const message = `Cannot make the PDF: ${reason}. Ask for one page, or for a part.`;
  return new AppError('CONFLICT', message, { reason: 'PDF_TOO_LARGE' });
}
