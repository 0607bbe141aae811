import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { answerTask, type TaskCall } from './worker-tasks.js';

// Runs in a thread of its own: finds issues and groups them, which takes seconds for ten thousands.

/** Requests go first where all cores are busy. */
if (platform === 'linux') setPriority(0, 5);

parentPort?.on('message', ({ name, input }: TaskCall) => parentPort?.postMessage(answerTask(name, input)));
