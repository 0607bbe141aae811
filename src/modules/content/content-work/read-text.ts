import type { ContentRef, Json } from '../../../engine/base/types.js';
import { documentFromMarkdown } from '../../../engine/text/document/from-markdown.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import { evaluateDocument } from '../../../engine/text/expressions/in-document.js';
import { decideIfs, evaluateMarkdown } from '../../../engine/text/expressions/in-markdown.js';
import { type Evaluation, type EvaluationMode, pageEvaluation } from '../../../engine/text/expressions/show.js';
import type { LinkTargets } from '../../../engine/tree/links/links.js';
import { referenceResolver } from '../../../engine/tree/links/references.js';
import { type PackedJson, packJson } from '../../../platform/workers/packed-json.js';

/** A page's text, as somebody asks for it. */
export interface Reading {
  /** Without front matter. */
  markdown: string;
  /** The page's file, from which its links start. */
  file: string;
  /** What its links can lead to. */
  targets: LinkTargets;
  /** What its expressions see, and the time in milliseconds where they may ask for it; absent where none is to be evaluated. */
  evaluated?: { mode: EvaluationMode; roots: ValueRecord; now?: number } | undefined;
}

/** What the expressions of a text asked for. */
export interface Asked {
  /** Claims of the visitor: for others the text may say another thing. */
  claims: boolean;
  /** The clock or chance: the next time the text may say another thing. */
  world: boolean;
}

/** The text as a tree of blocks. */
export function readDocument(reading: Reading): Json {
  return documentAsking(reading).document;
}

/** The text as a tree for readers (`forReaders`). */
export function readForReaders(reading: Reading): Json {
  return documentAsking(reading, true).document;
}

/** A text as a tree of blocks, and all that it took from its surroundings. */
export interface LinkedDocument {
  document: PackedJson;
  /** What each destination that stands in the text points at. */
  links: ReadonlyMap<string, ContentRef>;
}

/** The text as a tree of blocks, none of its expressions evaluated, and where its links lead. */
export function linkedDocument({ markdown, file, targets }: Omit<Reading, 'evaluated'>): LinkedDocument {
  const links = new Map<string, ContentRef>();
  const pointsAt = referenceResolver(file, targets);
  const resolve = (destination: string): ContentRef => {
    const ref = pointsAt(destination);
    links.set(destination, ref);
    return ref;
  };
  return { document: packJson(documentFromMarkdown(markdown, { resolve })), links };
}

/** The same, and what it was asked for. A tree for readers is without markup that says nothing to them. */
export function documentAsking(
  { markdown, file, targets, evaluated }: Reading,
  forReaders = false,
): { document: Json; asked: Asked } {
  const documentIn = (text: string) =>
    documentFromMarkdown(text, { resolve: referenceResolver(file, targets), forReaders }) as unknown as Json;
  if (!evaluated) return { document: documentIn(markdown), asked: { claims: false, world: false } };
  const { evaluation, asked } = evaluationOf(evaluated);
  return { document: evaluateDocument(documentIn(decideIfs(markdown, evaluation)), evaluation), asked };
}

/** The text as Markdown. */
export function readMarkdown({ markdown, evaluated }: Reading): string {
  return evaluated ? evaluateMarkdown(markdown, evaluationOf(evaluated).evaluation) : markdown;
}

/** An evaluation that notes what it is asked for. */
function evaluationOf({ mode, roots, now = 0 }: NonNullable<Reading['evaluated']>): {
  evaluation: Evaluation;
  asked: Asked;
} {
  const asked = { claims: false, world: false };
  const noted =
    <Value>(kind: keyof Asked, value: () => Value) =>
    () => {
      asked[kind] = true;
      return value();
    };
  const { visitor } = roots;
  const watched = { ...roots };
  Object.defineProperty(watched, 'visitor', { enumerable: true, get: noted('claims', () => visitor) });
  const scope = { roots: watched, now: noted('world', () => now), random: noted('world', Math.random) };
  return { evaluation: pageEvaluation(mode, scope), asked };
}
