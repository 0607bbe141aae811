import type { ContentRef, Json } from '../../../engine/base/types.js';
import { documentFromMarkdown } from '../../../engine/text/document/from-markdown.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { evaluateDocument } from '../../../engine/text/expressions/in-document.js';
import { evaluateIfs, evaluateMarkdown } from '../../../engine/text/expressions/in-markdown.js';
import { type Evaluation, type EvaluationMode, pageEvaluation } from '../../../engine/text/expressions/show.js';
import type { LinkTargets } from '../../../engine/tree/links/links.js';
import { referenceResolver } from '../../../engine/tree/links/references.js';
import { type PackedJson, packJson } from '../../../platform/workers/packed-json.js';

/** A page's text, and how it is read. */
export interface TextInput {
  /** Without front matter. */
  markdown: string;
  /** Path of the page's file, the base of its relative links. */
  file: string;
  /** Possible targets of its links. */
  targets: LinkTargets;
  /**
   * Mode and values with which its expressions are evaluated, and the time in milliseconds if they may read it. Absent
   * if expressions are not evaluated.
   */
  evaluated?: { mode: EvaluationMode; roots: ValueRecord; now?: number } | undefined;
}

/** Inputs that the expressions of a text read. */
export interface EvaluationInputs {
  /** Claims of the visitor: the text may differ for other visitors. */
  claims: boolean;
  /** The clock or random numbers: the text may differ when it is evaluated again. */
  world: boolean;
}

/** Returns the text as a tree of blocks. */
export function readDocument(reading: TextInput): Json {
  return evaluateDocumentWithInputs(reading).document;
}

/** Returns the text as a tree for readers (`forReaders`). */
export function readForReaders(reading: TextInput): Json {
  return evaluateDocumentWithInputs(reading, true).document;
}

/** A text as a tree of blocks, with the targets of its links, on which the tree depends. */
export interface LinkedDocument {
  document: PackedJson;
  /** Target of each destination that occurs in the text. */
  links: ReadonlyMap<string, ContentRef>;
}

/** Returns the text as a tree of blocks without evaluating its expressions, and the targets of its links. */
export function linkedDocument({ markdown, file, targets }: Omit<TextInput, 'evaluated'>): LinkedDocument {
  const links = new Map<string, ContentRef>();
  const pointsAt = referenceResolver(file, targets);
  const resolve = (destination: string): ContentRef => {
    const ref = pointsAt(destination);
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
  const { evaluation, inputs } = evaluationOf(evaluated);
  return { document: evaluateDocument(documentIn(evaluateIfs(markdown, evaluation)), evaluation), inputs };
}

/** Returns the text as Markdown. */
export function readMarkdown({ markdown, evaluated }: TextInput): string {
  return evaluated ? evaluateMarkdown(markdown, evaluationOf(evaluated).evaluation) : markdown;
}

/** Returns an evaluation that records the inputs that it reads. */
function evaluationOf({ mode, roots, now = 0 }: NonNullable<TextInput['evaluated']>): {
  evaluation: Evaluation;
  inputs: EvaluationInputs;
} {
  const inputs = { claims: false, world: false };
  const noted =
    <Value>(kind: keyof EvaluationInputs, value: () => Value) =>
    () => {
      inputs[kind] = true;
      return value();
    };
  const { visitor } = roots;
  const watched = { ...roots };
  Object.defineProperty(watched, 'visitor', { enumerable: true, get: noted('claims', () => visitor) });
  const scope = { roots: watched, now: noted('world', () => now), random: noted('world', Math.random) };
  return { evaluation: pageEvaluation(mode, scope), inputs };
}
