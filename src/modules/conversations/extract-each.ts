import type { ExtractedIssue } from '../../engine/clusters/extract.js';
import { AppError } from '../../platform/base/errors.js';
import { inThread } from './analysis-threads.js';
import type { ToRead } from './worker-tasks.js';

/** A conversation whose issues are to be found, and bytes of its texts. */
export type SizedToRead = ToRead & { size: number };

/** Finds the issues of some conversations. @throws AppError as `ThreadPool.run` */
export type Extract = (some: readonly SizedToRead[]) => Promise<ExtractedIssue[][]>;

/**
 * The issues of each conversation. Where finding them takes too long, or too much memory, they are found one by one, and what is too
 * large alone has none: the others do not wait for it forever.
 * @throws AppError UNAVAILABLE where too much waits for a thread; what `signal` was aborted with
 */
export async function extractEach(
  conversations: readonly SizedToRead[],
  signal: AbortSignal,
  extract: Extract,
): Promise<ExtractedIssue[][]> {
  signal.throwIfAborted();
  const found = await unlessTooLarge(extract(conversations));
  if (found) return found;
  if (conversations.length === 1) return [[]];
  const each: ExtractedIssue[][] = [];
  for (const one of conversations) each.push(...(await extractEach([one], signal, extract)));
  return each;
}

/** What was found; null where that is too much work. */
async function unlessTooLarge(finding: Promise<ExtractedIssue[][]>): Promise<ExtractedIssue[][] | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError && error.detail.reason === 'WORK_TOO_LARGE') return null;
    throw error;
  }
}

/** Finds issues in a thread, in the organization's turn. */
export const extractFor =
  (organizationId: string): Extract =>
  (some) =>
    inThread({
      name: 'extract',
      input: some.map(({ subject, parts }) => ({ subject, parts })),
      weight: some.reduce((sum, { size }) => sum + size, 0),
      tenant: organizationId,
    });
