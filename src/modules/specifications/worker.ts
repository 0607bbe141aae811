import { parentPort } from 'node:worker_threads';
import type { Json } from '../../engine/base/types.js';
import { diffDocuments } from '../../engine/openapi/diff/diff-documents.js';
import { type Problem, UnreadableDocument } from '../../engine/openapi/problem.js';
import { type ReadDocument, readDocument, readDocumentContent } from '../../engine/openapi/texts/read-document.js';
import { specificationView } from '../../engine/openapi/view/specification-view.js';
import type { SpecificationPart } from '../../engine/openapi/view/views.js';
import { lowerPriority } from '../../platform/workers/lower-priority.js';
import { type PackedJson, packJson } from '../../platform/workers/packed-json.js';
import { specificationHtml } from '../../render/html/specification/specification-html.js';

// Worker thread that reads documents. Reading the largest documents takes seconds.

/**
 * Names of the tasks: read a new document, parse a stored one, compare two stored ones, or render parts of a stored one
 * as HTML.
 */
export type TaskName = 'read' | 'parse' | 'diff' | 'show';

/** Input of a task. */
export interface TaskInput {
  documents: Uint8Array[];
  /** Current day for the task `diff`, such as `2026-12-31`. It is compared with sunset dates. */
  today?: string;
  /** Parts to render, for the task `show`. */
  parts?: readonly SpecificationPart[];
}

/**
 * Result of a task: the member that belongs to the task, the problems of an unreadable document, or an unexpected
 * error.
 */
export interface TaskResult {
  /** Result of `read`. */
  read?: Omit<ReadDocument, 'content'>;
  /** Result of `parse` or `diff`. */
  parsed?: PackedJson;
  /** Result of `show`: the HTML of each part; null for a part that the document does not have. */
  shown?: (string | null)[];
  problems?: readonly Problem[];
  /** Unexpected error. */
  failed?: { message: string; stack: string | undefined };
}

lowerPriority();

const emptyDocument = new Uint8Array();

const tasks: Record<TaskName, (taskInput: TaskInput) => TaskResult> = {
  read({ documents: [bytes = emptyDocument] }) {
    const { content: _, ...read } = readDocument(bytes);
    return { read };
  },
  parse: ({ documents: [bytes = emptyDocument] }) => ({
    parsed: packJson(readDocumentContent(bytes).content as object),
  }),
  diff: ({ documents: [before = emptyDocument, after = emptyDocument], today }) => ({
    parsed: packJson(diffDocuments(readDocumentContent(before).content, readDocumentContent(after).content, today)),
  }),
  show({ documents: [bytes = emptyDocument], parts = [] }) {
    const { content } = readDocumentContent(bytes);
    return { shown: parts.map((part) => partHtml(content, part)) };
  },
};

function partHtml(content: Json, part: SpecificationPart): string | null {
  const view = specificationView(content, part);
  return view && specificationHtml(view);
}

function runTask(name: TaskName, taskInput: TaskInput): TaskResult {
  try {
    return tasks[name](taskInput);
  } catch (error) {
    if (error instanceof UnreadableDocument) return { problems: error.problems };
    const { message, stack } = error as Error;
    return { failed: { message, stack } };
  }
}

parentPort?.on('message', ({ name, input }) => parentPort?.postMessage(runTask(name, input)));
