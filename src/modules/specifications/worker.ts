import { parentPort } from 'node:worker_threads';
import type { Json } from '../../engine/base/types.js';
import { diffDocuments } from '../../engine/openapi/diff/diff-documents.js';
import { type Problem, UnreadableDocument } from '../../engine/openapi/problem.js';
import { type ReadDocument, readDocument, readDocumentContent } from '../../engine/openapi/texts/read-document.js';
import { specificationView } from '../../engine/openapi/view/view-of.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { type PackedJson, packJson } from '../../platform/workers/packed-json.js';
import { specificationHtml } from '../../render/html/specification/specification-html.js';

// Worker thread that reads documents, which takes seconds for the largest ones.

/** Tasks of a thread: read a new document, parse one that was read before, compare two, or show parts of one. */
export type TaskName = 'read' | 'parse' | 'diff' | 'show';

/** Input of a task. */
export interface TaskInput {
  documents: Uint8Array[];
  /** Day that sunset dates are compared with, such as `2026-12-31`. */
  today?: string;
  /** Parts to show. */
  parts?: readonly SpecificationPart[];
}

/** Result of a task, or the problems of the document. */
export interface TaskResult {
  read?: Omit<ReadDocument, 'content'>;
  parsed?: PackedJson;
  /** HTML of each part; null for one that the document does not have. */
  shown?: (string | null)[];
  problems?: readonly Problem[];
  failed?: { message: string; stack: string | undefined };
}

lowerPriority();

const none = new Uint8Array();

const tasks: Record<TaskName, (taskInput: TaskInput) => TaskResult> = {
  read({ documents: [bytes = none] }) {
    const { content: _, ...read } = readDocument(bytes);
    return { read };
  },
  parse: ({ documents: [bytes = none] }) => ({ parsed: packJson(readDocumentContent(bytes).content as object) }),
  diff: ({ documents: [before = none, after = none], today }) => ({
    parsed: packJson(diffDocuments(readDocumentContent(before).content, readDocumentContent(after).content, today)),
  }),
  show({ documents: [bytes = none], parts = [] }) {
    const { content } = readDocumentContent(bytes);
    return { shown: parts.map((part) => htmlOf(content, part)) };
  },
};

function htmlOf(content: Json, part: SpecificationPart): string | null {
  const view = specificationView(content, part);
  return view && specificationHtml(view);
}

function answer(name: TaskName, taskInput: TaskInput): TaskResult {
  try {
    return tasks[name](taskInput);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problems: error.problems };
    const { message, stack } = error as Error;
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', ({ name, input }) => parentPort?.postMessage(answer(name, input)));
