import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { answerTask, type TaskCall } from './worker-tasks.js';

// Worker thread that extracts and groups issues, which takes seconds for tens of thousands of them.

lowerPriority();

parentPort?.on('message', ({ name, input }: TaskCall) => parentPort?.postMessage(answerTask(name, input)));
