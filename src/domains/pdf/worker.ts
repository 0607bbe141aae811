import { parentPort, workerData } from 'node:worker_threads';
import { TooManySheets } from '../../pdf/flow.js';
import { renderPdf } from '../../pdf/render.js';
import type { WorkerAnswer } from '../../pdf/worker-pool.js';
import { inputOf, type PdfJob } from './pdf-job.js';

// Runs in a thread of its own: makes the PDF of the one job that it was started with.

/** A larger file is refused: it is kept in one row, and read into memory as a whole. */
const mostBytes = 64 * 1024 * 1024;

async function answer(job: PdfJob): Promise<WorkerAnswer> {
  try {
    const bytes = await renderPdf(inputOf(job));
    if (bytes.length > mostBytes) return { refused: `it would have more than ${mostBytes} bytes` };
    return { bytes: new Uint8Array(bytes) };
  } catch (error) {
    if (error instanceof TooManySheets) return { refused: `it would have more than ${error.limit} sheets` };
    throw error;
  }
}

const made = await answer(workerData as PdfJob);
parentPort?.postMessage(made, 'bytes' in made ? [made.bytes.buffer as ArrayBuffer] : []);
