import type { ContentRef, Json } from '../../../engine/base/types.js';
import { documentFromMarkdown } from '../../../engine/text/document/from-markdown.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { evaluateDocument } from '../../../engine/text/expressions/in-document.js';
import { evaluateIfs, evaluateMarkdown } from '../../../engine/text/expressions/in-markdown.js';
import {
  type Evaluation,
  type EvaluationMode,
  pageEvaluation,
} from '../../../engine/text/expressions/render-expression.js';
import type { LinkTargets } from '../../../engine/tree/links/links.js';
import { referenceResolver } from '../../../engine/tree/links/references.js';
import { type PackedJson, packJson } from '../../../platform/workers/packed-json.js';

/** A page's text, and options for reading it. */
export interface TextInput {
  /** Markdown without front matter. */
  markdown: string;
  /** Path of the page's file, the base of its relative links. */
  file: string;
  /** Possible targets of its links. */
  targets: LinkTargets;
  /**
   * Mode and values for the evaluation of its expressions, and the time in milliseconds if they may read it. Absent if
   * expressions are not evaluated.
   */
  evaluated?: { mode: EvaluationMode; roots: ValueRecord; now?: number } | undefined;
}

/** Whether the expressions of a text read inputs that change. */
export interface EvaluationInputs {
  /** Whether they read claims of the visitor: if so, the text may differ between visitors. */
  claims: boolean;
  /** Whether they read the clock or random numbers: if so, the text may differ when it is evaluated again. */
  world: boolean;
}

/** Returns the text as a tree of blocks. */
export function readDocument(input: TextInput): Json {
  return evaluateDocumentWithInputs(input).document;
}

/** Returns the text as a tree of blocks for readers, without markup that has no meaning for them. */
export function readForReaders(input: TextInput): Json {
  return evaluateDocumentWithInputs(input, true).document;
}

/** A text as a tree of blocks, with the targets of its links. The tree depends on these targets. */
export interface LinkedDocument {
  document: PackedJson;
  /** Targets of the links in the text, by their destination. */
  links: ReadonlyMap<string, ContentRef>;
}

/** Returns the text as a tree of blocks without evaluating its expressions, and the targets of its links. */
export function linkedDocument({ markdown, file, targets }: Omit<TextInput, 'evaluated'>): LinkedDocument {
  const links = new Map<string, ContentRef>();
  const resolveReference = referenceResolver(file, targets);
  const resolve = (destination: string): ContentRef => {
    const ref = resolveReference(destination);
    links.set(destination, ref);
    return ref;
  };
  return { document: packJson(documentFromMarkdown(markdown, { resolve })), links };
}

/**
 * Returns the text as a tree of blocks, and the inputs that its expressions read. A tree for readers omits markup that
 * has no meaning for them.
 */
export function evaluateDocumentWithInputs(
  { markdown, file, targets, evaluated }: TextInput,
  forReaders = false,
): { document: Json; inputs: EvaluationInputs } {
  const documentIn = (text: string) =>
    documentFromMarkdown(text, { resolve: referenceResolver(file, targets), forReaders }) as unknown as Json;
  if (!evaluated) return { document: documentIn(markdown), inputs: { claims: false, world: false } };
  const { evaluation, inputs } = createEvaluation(evaluated);
  return { document: evaluateDocument(documentIn(evaluateIfs(markdown, evaluation)), evaluation), inputs };
}

/** Returns the text as Markdown. */
export function readMarkdown({ markdown, evaluated }: TextInput): string {
  return evaluated ? evaluateMarkdown(markdown, createEvaluation(evaluated).evaluation) : markdown;
}

/** Returns an evaluation, and a record of the inputs that it reads. The record changes while the evaluation runs. */
function createEvaluation({ mode, roots, now = 0 }: NonNullable<TextInput['evaluated']>): {
  evaluation: Evaluation;
  inputs: EvaluationInputs;
} {
  const inputs = { claims: false, world: false };
  const recordRead =
    <Value>(kind: keyof EvaluationInputs, value: () => Value) =>
    () => {
      inputs[kind] = true;
      return value();
    };
  const { visitor } = roots;
  const recordedRoots = { ...roots };
  Object.defineProperty(recordedRoots, 'visitor', { enumerable: true, get: recordRead('claims', () => visitor) });
  const scope = { roots: recordedRoots, now: recordRead('world', () => now), random: recordRead('world', Math.random) };
  return { evaluation: pageEvaluation(mode, scope), inputs };
}
