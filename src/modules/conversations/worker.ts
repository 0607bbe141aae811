import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { answerTask, type TaskCall } from './worker-tasks.js';

// Runs in a thread of its own: finds issues and groups them, which takes seconds for ten thousands.

lowerPriority();

parentPort?.on('message', ({ name, input }: TaskCall) => parentPort?.postMessage(answerTask(name, input)));
