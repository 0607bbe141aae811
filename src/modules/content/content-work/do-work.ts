import { availableParallelism } from 'node:os';
import { ContentError } from '../../../engine/base/types.js';
import { limits } from '../../../platform/base/limits.js';
import { isSliceUsedUp, yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { createThreadPool } from '../../../platform/workers/thread-pool.js';
import { lightWork } from '../../shared/computing.js';
import { type Blobs, MissingBlob } from './missing-blob.js';
import { type Input, loadFor, type Output, runTask, type TaskName } from './tasks.js';
import type { Answer } from './worker.js';

// Work of the content engine: small pieces at once, unless there were many in this turn of the event loop; all that would
// hold up others, in threads, and small pieces here in turns where too many wait for a thread. To hand a manifest over takes
// longer than a small piece of work on it, which waits for its turn.

/** Tasks on whole manifests. What one leaves as it was are the same objects afterwards, only where no thread did it. */
const onManifests: ReadonlySet<TaskName> = new Set([
  'merge',
  'preview',
  'resolve',
  'extent',
  'edit',
  'copy',
  'copySource',
  'translatedManifest',
  'mergeResult',
]);

const pool = createThreadPool('modules/content/content-work/worker', {
  threads: Math.min(8, Math.max(2, availableParallelism())),
  heavy: 262_144,
  waiting: limits.contentTasks.value,
  milliseconds: 120_000,
  megabytes: 1024,
  idle: 15_000,
});

/** What a task reads beside its input, and whose turn it takes. */
export interface WorkSize {
  /** The organization that it is done for. */
  tenant: string;
  /** Bytes of its input that it works on; blobs come on top. */
  weight: number;
  blobs?: Blobs;
}

const none: Blobs = new Map();

/**
 * Does a task of the content engine (`tasks.ts`), which answers the same wherever it runs.
 * @throws ContentError as the task; MissingBlob for a blob that is not at hand; AppError as `ThreadPool.run`.
 */
export async function doWork<Name extends TaskName>(
  name: Name,
  input: Input<Name>,
  { tenant, weight, blobs = none }: WorkSize,
): Promise<Output<Name>> {
  const total = [...blobs.values()].reduce((sum, { length }) => sum + length, weight);
  const isLight = total <= lightWork;
  const loading = isLight ? loadFor(name) : undefined;
  if (loading) await loading;
  if (isLight && !isSliceUsedUp()) return runTask(name, input, blobs);
  // Megabytes are copied for the thread.
  await yieldToEventLoop();
  if (isLight && (onManifests.has(name) || pool.isFull(tenant))) return runTask(name, input, blobs);
  return opened(
    await pool.run({ name, message: () => ({ input: { input, blobs } }), tenant, weight: total }),
  ) as Output<Name>;
}

function opened(answer: unknown): unknown {
  const { result, missing, refused, failed } = answer as Answer;
  if (missing !== undefined) throw new MissingBlob(missing);
  if (refused) throw new ContentError(refused.message, refused.pointer);
  if (failed) throw Object.assign(new Error(failed.message), { stack: failed.stack });
  return result;
}
