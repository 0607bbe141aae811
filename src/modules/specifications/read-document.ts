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
 * Reads a document in a worker thread. If reading takes too much time or memory, the result is a problem of the
 * document.
 * @throws AppError UNAVAILABLE
 */
export async function readInThread(bytes: Uint8Array, tenant: string): Promise<Reading> {
  try {
    const { read, problems = [] } = await ask('read', { documents: [bytes], tenant });
    return read ?? { problems };
  } catch (error) {
    if (!(error instanceof AppError) || error.detail.reason !== 'WORK_TOO_LARGE') throw error;
    return { problems: [{ message: 'reading the document takes too long, or too much memory' }] };
  }
}

/**
 * Returns the content of a document that was read before, packed.
 * @throws AppError as in `ThreadPool.run`
 */
export async function parseInThread(bytes: Uint8Array, tenant: string): Promise<PackedJson> {
  const { parsed } = await ask('parse', { documents: [bytes], tenant });
  if (!parsed) throw new Error('A stored document can no longer be read');
  return parsed;
}

/**
 * Compares two documents that were read before, on a day (`2026-12-31`, UTC).
 * @throws AppError as in `ThreadPool.run`
 */
export async function diffInThread(
  documents: [Uint8Array, Uint8Array],
  { today, tenant }: Required<Pick<Work, 'today' | 'tenant'>>,
): Promise<SpecificationDiff> {
  const { parsed } = await ask('diff', { documents, today, tenant });
  if (!parsed) throw new Error('A stored document can no longer be read');
  return (await unpackJson(parsed)) as SpecificationDiff;
}

/**
 * Returns parts of a document that was read before, as HTML; null for a part that it does not have.
 * @throws AppError as in `ThreadPool.run`
 */
export async function showInThread(
  bytes: Uint8Array,
  { parts, tenant }: Required<Pick<Work, 'parts' | 'tenant'>>,
): Promise<readonly (string | null)[]> {
  const { shown } = await ask('show', { documents: [bytes], parts, tenant });
  if (!shown) throw new Error('A stored document can no longer be read');
  return shown;
}

/** Input of a task, and the tenant whose queue it waits in. */
interface Work extends TaskInput {
  tenant: string;
}

async function ask(name: TaskName, { documents, today, parts, tenant }: Work): Promise<TaskResult> {
  const weight = documents.reduce((sum, { length }) => sum + length, 0);
  const message = (): TaskMessage => {
    // Copies are transferred to the thread, because the bytes of a row may be part of a larger buffer.
    const given = documents.map((bytes) => new Uint8Array(bytes));
    return { input: { documents: given, today, parts }, transfer: given.map(({ buffer }) => buffer) };
  };
  const answer = (await pool.run({ name, message, tenant, weight })) as TaskResult;
  if (answer.failed) throw Object.assign(new Error(answer.failed.message), { stack: answer.failed.stack });
  return answer;
}
