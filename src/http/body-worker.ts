import { parentPort } from 'node:worker_threads';
import { AppError } from '../errors.js';
import { parseJson } from './json-body.js';

// Runs in a thread of its own: parses one large body after the other.

/** What the thread answers: what the body says, or why it is refused. */
export interface ParsedBody {
  value?: unknown;
  refused?: AppError['message'];
}

function parsed(body: Uint8Array): ParsedBody {
  try {
    return { value: parseJson(body) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.message };
    throw error;
  }
}

parentPort?.on('message', ({ input }) => parentPort?.postMessage(parsed(input)));
