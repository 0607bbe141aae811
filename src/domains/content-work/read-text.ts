import { documentFromMarkdown } from '../../content/document/from-markdown.js';
import type { ValueRecord } from '../../content/expressions/expression.js';
import { evaluateDocument } from '../../content/expressions/in-document.js';
import { decideIfs, evaluateMarkdown } from '../../content/expressions/in-markdown.js';
import { type Evaluation, type EvaluationMode, pageEvaluation } from '../../content/expressions/show.js';
import type { LinkTargets } from '../../content/links/links.js';
import { referenceResolver } from '../../content/links/references.js';
import type { Json } from '../../content/types.js';

/** A page's text, as somebody asks for it. */
export interface Reading {
  /** Without front matter. */
  markdown: string;
  /** The page's file, from which its links start. */
  file: string;
  /** What its links can lead to. */
  targets: LinkTargets;
  /** What its expressions see; absent where none is to be evaluated. */
  evaluated?: { mode: EvaluationMode; roots: ValueRecord } | undefined;
}

/** The text as a tree of blocks. */
export function readDocument({ markdown, file, targets, evaluated }: Reading): Json {
  const documentIn = (text: string) =>
    documentFromMarkdown(text, { resolve: referenceResolver(file, targets) }) as unknown as Json;
  if (!evaluated) return documentIn(markdown);
  const evaluation = evaluationOf(evaluated);
  return evaluateDocument(documentIn(decideIfs(markdown, evaluation)), evaluation);
}

/** The text as Markdown. */
export function readMarkdown({ markdown, evaluated }: Reading): string {
  return evaluated ? evaluateMarkdown(markdown, evaluationOf(evaluated)) : markdown;
}

function evaluationOf({ mode, roots }: NonNullable<Reading['evaluated']>): Evaluation {
  return pageEvaluation(mode, { roots, now: Date.now, random: Math.random });
}
