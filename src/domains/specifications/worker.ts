import { setPriority } from 'node:os';
import { platform } from 'node:process';
import { parentPort } from 'node:worker_threads';
import { diffDocuments } from '../../content/openapi/diff/diff-documents.js';
import { type Problem, UnreadableDocument } from '../../content/openapi/problem.js';
import { contentOf, type ReadDocument, readDocument } from '../../content/openapi/read-document.js';
import { type PackedJson, packJson } from '../../threads/packed-json.js';

// Runs in a thread of its own: reads documents, which takes seconds for the largest.

/** What a thread answers: what it read, or what is wrong with the document. */
export interface Answer {
  read?: Omit<ReadDocument, 'content'>;
  parsed?: PackedJson;
  problems?: readonly Problem[];
  failed?: { message: string; stack: string | undefined };
}

/** Requests go first where all cores are busy. */
if (platform === 'linux') setPriority(0, 5);

const none = new Uint8Array();

const tasks: Record<string, (...documents: Uint8Array[]) => Answer> = {
  read(bytes = none) {
    const { content: _, ...read } = readDocument(bytes);
    return { read };
  },
  parse: (bytes = none) => ({ parsed: packJson(contentOf(bytes).content as object) }),
  diff: (before = none, after = none) => ({
    parsed: packJson(diffDocuments(contentOf(before).content, contentOf(after).content)),
  }),
};

function answer(name: string, documents: Uint8Array[]): Answer {
  try {
    return tasks[name]!(...documents);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problems: error.problems };
    const { message, stack } = error as Error;
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', ({ name, input }) => parentPort?.postMessage(answer(name, input)));
