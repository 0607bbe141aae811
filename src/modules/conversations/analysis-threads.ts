import { limits } from '../../platform/base/limits.js';
import { createThreadPool } from '../../platform/workers/thread-pool.js';
import type { AnalysisTasks, ItemPage, TaskAnswer } from './worker-tasks.js';

const pool = createThreadPool('modules/conversations/worker', {
  threads: 2,
  heavy: 4_194_304,
  waiting: limits.conversationTasks.value,
  milliseconds: 600_000,
  megabytes: 512,
  idle: 15_000,
});

/** A task, and the amount of its work. */
export interface ThreadTask<Name extends keyof AnalysisTasks> {
  name: Name;
  input: AnalysisTasks[Name][0];
  /** Size of the texts in bytes. */
  weight: number;
  /** Organization in whose queue the task waits. */
  tenant: string;
  /** Pages of the input, whose memory is moved to the thread. */
  pages?: readonly ItemPage[];
}

/**
 * Runs a task of the analysis in a thread.
 * @throws AppError as in `ThreadPool.run`; the error of the task, which is a bug in the code
 */
export async function inThread<Name extends keyof AnalysisTasks>(
  task: ThreadTask<Name>,
): Promise<AnalysisTasks[Name][1]> {
  const { name, input, weight, tenant, pages = [] } = task;
  const transfer = pages.flatMap(({ texts, vectors }) => [texts.buffer, vectors?.buffer ?? []].flat() as ArrayBuffer[]);
  const runsOnce = transfer.length > 0;
  const message = () => ({ input, transfer });
  const { answer, failed } = (await pool.run({ name, message, tenant, weight, runsOnce })) as TaskAnswer;
  if (failed) throw Object.assign(new Error(failed.message), { stack: failed.stack });
  return answer as AnalysisTasks[Name][1];
}
