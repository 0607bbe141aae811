import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { TooManyPages } from '../../render/pdf/flow.js';
import { renderPdf } from '../../render/pdf/render.js';
import { type PdfJob, renderInput } from './pdf-job.js';

// Entry point of a worker thread that makes the PDF of one job.

/** Message that the thread returns: the PDF, the limit that the PDF would exceed, or an unexpected error. */
export type PdfAnswer =
  | { bytes: Uint8Array }
  | { refused: string }
  | { failed: { message: string; stack: string | undefined } };

/** Maximum size of a PDF in bytes. The limit exists because the PDF is read into memory as a whole. */
const maxBytes = 64 * 1024 * 1024;

lowerPriority();

async function printJob(job: PdfJob): Promise<PdfAnswer> {
  try {
    const bytes = await renderPdf(renderInput(job));
    if (bytes.length > maxBytes) return { refused: `it would have more than ${maxBytes} bytes` };
    return { bytes: new Uint8Array(bytes) };
  } catch (error) {
    if (error instanceof TooManyPages) return { refused: `it would have more than ${error.limit} sheets` };
    const { message, stack } = error as Error;
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', async ({ input }: { input: PdfJob }) => {
  const result = await printJob(input);
  parentPort?.postMessage(result, 'bytes' in result ? [result.bytes.buffer as ArrayBuffer] : []);
});
