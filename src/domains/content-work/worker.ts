import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { ContentError, type Hash } from '../../content/types.js';
import { type Blobs, MissingBlob } from './missing-blob.js';
import { runTask, type TaskName } from './tasks.js';

// Runs in a thread of its own: does one task after the other.

/** What a thread answers: the result of a task, or why there is none. */
export interface Answer {
  result?: unknown;
  missing?: Hash;
  refused?: { message: string; pointer: string | undefined };
  failed?: { message: string; stack: string | undefined };
}

/** On Linux a thread has a priority of its own: where all cores are busy, the one that answers requests goes first. */
if (platform === 'linux') setPriority(0, 5);

function answer(name: TaskName, { input, blobs }: { input: never; blobs: Blobs }): Answer {
  try {
    return { result: runTask(name, input, blobs) };
  } catch (error) {
    if (error instanceof MissingBlob) return { missing: error.hash };
    const { message, stack } = error as Error;
    if (error instanceof ContentError) return { refused: { message, pointer: error.pointer } };
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', ({ name, input }) => parentPort?.postMessage(answer(name, input)));
