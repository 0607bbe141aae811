import { parentPort } from 'node:worker_threads';
import { ContentError, type Hash } from '../../../engine/base/types.js';
import { lowerPriority } from '../../../platform/workers/lower-priority.js';
import { type Blobs, MissingBlob } from './missing-blob.js';
import { loadModulesFor, runTask, type TaskName } from './tasks.js';

// This module is the entry point of a worker thread. It runs tasks one after another.

/** Message from a worker thread: the result of a task, or the reason why the task failed. */
export interface WorkerResponse {
  result?: unknown;
  missing?: Hash;
  refused?: { message: string; pointer: string | undefined };
  failed?: { message: string; stack: string | undefined };
}

lowerPriority();

async function respond(name: TaskName, { input, blobs }: { input: never; blobs: Blobs }): Promise<WorkerResponse> {
  try {
    await loadModulesFor(name);
    return { result: runTask(name, input, blobs) };
  } catch (error) {
    if (error instanceof MissingBlob) return { missing: error.hash };
    const { message, stack } = error as Error;
    if (error instanceof ContentError) return { refused: { message, pointer: error.pointer } };
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', async ({ name, input }) => parentPort?.postMessage(await respond(name, input)));
