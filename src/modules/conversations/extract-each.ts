import type { ExtractedIssue } from '../../engine/clusters/extract.js';
import { AppError } from '../../platform/base/errors.js';
import { inThread } from './analysis-threads.js';
import type { ExtractionInput } from './worker-tasks.js';

/** A conversation to extract issues from, with the size of its texts in bytes. */
export type SizedToRead = ExtractionInput & { size: number };

/**
 * Function that extracts the issues of some conversations.
 * @throws AppError as in `ThreadPool.run`
 */
export type Extract = (some: readonly SizedToRead[]) => Promise<ExtractedIssue[][]>;

/**
 * Returns the issues of each conversation. If extraction takes too much time or memory, it runs for each conversation
 * alone. A conversation that is too large by itself gets no issues, so that the analysis of the others continues.
 * @throws AppError UNAVAILABLE if too much work waits for a thread; the reason of `signal` if it is aborted
 */
export async function extractEach(
  conversations: readonly SizedToRead[],
  signal: AbortSignal,
  extract: Extract,
): Promise<ExtractedIssue[][]> {
  signal.throwIfAborted();
  const found = await nullIfTooLarge(extract(conversations));
  if (found) return found;
  if (conversations.length === 1) return [[]];
  const each: ExtractedIssue[][] = [];
  for (const one of conversations) each.push(...(await extractEach([one], signal, extract)));
  return each;
}

/** Returns the extracted issues, or null if the work is too large. */
async function nullIfTooLarge(finding: Promise<ExtractedIssue[][]>): Promise<ExtractedIssue[][] | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError && error.detail.reason === 'WORK_TOO_LARGE') return null;
    throw error;
  }
}

/** Returns a function that extracts issues in a worker thread, in the queue of the organization. */
export const createExtractor =
  (organizationId: string): Extract =>
  (some) =>
    inThread({
      name: 'extract',
      input: some.map(({ subject, parts }) => ({ subject, parts })),
      weight: some.reduce((sum, { size }) => sum + size, 0),
      tenant: organizationId,
    });
