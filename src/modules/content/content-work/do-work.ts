import { ContentError } from '../../../engine/base/types.js';
import { limits } from '../../../platform/base/limits.js';
import { isSliceUsedUp, yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { createThreadPool } from '../../../platform/workers/thread-pool.js';
import { workerThreads } from '../../../platform/workers/worker-threads.js';
import { lightWork } from '../../shared/computing.js';
import { type Blobs, MissingBlob } from './missing-blob.js';
import { type Input, loadModulesFor, type Output, runTask, type TaskName } from './tasks.js';
import type { WorkerResponse } from './worker.js';

// Runs tasks of the content engine. Light tasks run in the calling thread at once, until the time slice of the event
// loop is used up. Heavy tasks run in worker threads, so that they do not block other requests. When too many tasks
// wait for a worker thread, light tasks run in the calling thread, after yielding to the event loop. Passing a manifest
// to a worker thread takes longer than a light task on the manifest. Such a task therefore also runs in the calling
// thread, after yielding.

/**
 * Tasks on whole manifests. Unchanged parts of the result are the same objects as in the input only if the task runs in
 * the calling thread.
 */
const manifestTasks: ReadonlySet<TaskName> = new Set([
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
  get threads() {
    return workerThreads();
  },
  heavy: 262_144,
  waiting: limits.contentTasks.value,
  milliseconds: 120_000,
  megabytes: 1024,
  idle: 15_000,
});

/** The tenant of a task, its size, and the blobs that it reads in addition to its input. */
export interface WorkSize {
  /** Organization that the task runs for. */
  tenant: string;
  /** Size of the input that the task processes, in bytes, without blobs. */
  weight: number;
  blobs?: Blobs;
}

const noBlobs: Blobs = new Map();

/**
 * Runs a task of the content engine (`tasks.ts`). The result does not depend on the thread in which it runs.
 * @throws errors of the task; MissingBlob for a blob that is not in `blobs`; errors of `ThreadPool.run`.
 */
export async function doWork<Name extends TaskName>(
  name: Name,
  input: Input<Name>,
  { tenant, weight, blobs = noBlobs }: WorkSize,
): Promise<Output<Name>> {
  const total = [...blobs.values()].reduce((sum, { length }) => sum + length, weight);
  const isLight = total <= lightWork;
  const loading = isLight ? loadModulesFor(name) : undefined;
  if (loading) await loading;
  if (isLight && !isSliceUsedUp()) return runTask(name, input, blobs);
  // Passing the input to a thread may copy megabytes, so other requests run first.
  await yieldToEventLoop();
  if (isLight && (manifestTasks.has(name) || pool.isFull(tenant))) return runTask(name, input, blobs);
  return resultOrThrow(
    await pool.run({ name, message: () => ({ input: { input, blobs } }), tenant, weight: total }),
  ) as Output<Name>;
}

function resultOrThrow(response: unknown): unknown {
  const { result, missing, refused, failed } = response as WorkerResponse;
  if (missing !== undefined) throw new MissingBlob(missing);
  if (refused) throw new ContentError(refused.message, refused.pointer);
  if (failed) throw Object.assign(new Error(failed.message), { stack: failed.stack });
  return result;
}
