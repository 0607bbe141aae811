import type { SpecificationDiff } from '../../engine/openapi/diff/diff-documents.js';
import type { Problem } from '../../engine/openapi/problem.js';
import type { ReadDocument } from '../../engine/openapi/texts/read-document.js';
import { AppError } from '../../platform/base/errors.js';
import { limits } from '../../platform/base/limits.js';
import { type PackedJson, unpackJson } from '../../platform/workers/packed-json.js';
import { createThreadPool, type TaskMessage } from '../../platform/workers/thread-pool.js';
import type { TaskInput, TaskName, TaskResult } from './worker.js';

const pool = createThreadPool('modules/specifications/worker', {
  threads: 2,
  heavy: 1_048_576,
  waiting: limits.specificationTasks.value,
  milliseconds: 60_000,
  megabytes: 1024,
  idle: 15_000,
});

/** Properties of a readable document, or the problems of an unreadable one. */
export type Reading = Omit<ReadDocument, 'content'> | { problems: readonly Problem[] };

/**
 * Reads a new document in a worker thread. If reading takes too much time or memory, the result contains this as a
 * problem of the document.
 * @throws AppError UNAVAILABLE
 */
export async function readInThread(bytes: Uint8Array, tenant: string): Promise<Reading> {
  try {
    const { read, problems = [] } = await runTask('read', { documents: [bytes], tenant });
    return read ?? { problems };
  } catch (error) {
    if (!(error instanceof AppError) || error.detail.reason !== 'WORK_TOO_LARGE') throw error;
    return { problems: [{ message: 'reading the document takes too long, or too much memory' }] };
  }
}

/**
 * Parses a stored document in a worker thread, and returns its content as packed JSON.
 * @throws errors of `ThreadPool.run`
 */
export async function parseInThread(bytes: Uint8Array, tenant: string): Promise<PackedJson> {
  const { parsed } = await runTask('parse', { documents: [bytes], tenant });
  if (!parsed) throw new Error('A stored document can no longer be read');
  return parsed;
}

/**
 * Compares two stored documents in a worker thread. `today` is the current day in UTC, such as `2026-12-31`.
 * @throws errors of `ThreadPool.run`
 */
export async function diffInThread(
  documents: [Uint8Array, Uint8Array],
  { today, tenant }: Required<Pick<ThreadTask, 'today' | 'tenant'>>,
): Promise<SpecificationDiff> {
  const { parsed } = await runTask('diff', { documents, today, tenant });
  if (!parsed) throw new Error('A stored document can no longer be read');
  return (await unpackJson(parsed)) as SpecificationDiff;
}

/**
 * Renders parts of a stored document as HTML in a worker thread. A part that the document does not have is null.
 * @throws errors of `ThreadPool.run`
 */
export async function showInThread(
  bytes: Uint8Array,
  { parts, tenant }: Required<Pick<ThreadTask, 'parts' | 'tenant'>>,
): Promise<readonly (string | null)[]> {
  const { shown } = await runTask('show', { documents: [bytes], parts, tenant });
  if (!shown) throw new Error('A stored document can no longer be read');
  return shown;
}

/** Input of a task, and the tenant in whose queue the task waits. */
interface ThreadTask extends TaskInput {
  tenant: string;
}

async function runTask(name: TaskName, { documents, today, parts, tenant }: ThreadTask): Promise<TaskResult> {
  const weight = documents.reduce((sum, { length }) => sum + length, 0);
  const message = (): TaskMessage => {
    // Copies are transferred to the thread, because the bytes of a row may be part of a larger buffer.
    const copies = documents.map((bytes) => new Uint8Array(bytes));
    return { input: { documents: copies, today, parts }, transfer: copies.map(({ buffer }) => buffer) };
  };
  const result = (await pool.run({ name, message, tenant, weight })) as TaskResult;
  if (result.failed) throw Object.assign(new Error(result.failed.message), { stack: result.failed.stack });
  return result;
}
