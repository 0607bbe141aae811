import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { answerTask, type TaskCall } from './worker-tasks.js';

// Worker thread that extracts and groups issues. For tens of thousands of issues, this takes seconds.

lowerPriority();

parentPort?.on('message', ({ name, input }: TaskCall) => parentPort?.postMessage(answerTask(name, input)));
