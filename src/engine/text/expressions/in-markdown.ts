import type { Nodes, Parents } from 'mdast';
import { closesExpression, expressionIn, opensExpression } from '../document/inlines/expression-html.js';
import { maxDepth } from '../document/nodes/nodes.js';
import { isReadable } from '../document/nodes/parse-cost.js';
import { indexPage } from '../document/nodes/read-state.js';
import { escapeHtml } from '../document/syntax/html-tree.js';
import { parseMarkdown } from '../document/syntax/syntax.js';
import { escapeMarkdown } from './escape.js';
import { applyEditsAndIfs } from './if-tags.js';
import { expressionsInHtml } from './in-html.js';
import { type Evaluation, renderExpression } from './render-expression.js';

/** Range of an expression in a text, including its tags. */
export interface ExpressionSpan {
  start: number;
  end: number;
  source: string;
  /** Whether the expression's value is inserted into HTML. Markdown's escapes would be visible there. */
  inHtml?: true;
}

/** The parser's offsets exclude a byte-order mark. */
const byteOrderMark = '\uFEFF';

/** Parts of a Markdown text that are relevant for evaluation. */
interface Scan {
  expressions: ExpressionSpan[];
  /** Ranges of code and HTML. `{% if %}` lines in them are not tags. */
  literal: [start: number, end: number][];
}

/**
 * Reports whether a Markdown text may contain expressions or conditions. This is a quick check, because most texts
 * contain none.
 */
export function mayHaveExpressions(markdown: string): boolean {
  return /<code\s|\{%/i.test(markdown);
}

/**
 * Evaluates the expressions of a Markdown text: `<code class="expression">…</code>` is replaced by its value, escaped.
 * If the condition of an `{% if … %}` line is false, the block up to `{% endif %}` is removed. If it is true, only
 * these two lines are removed. All other bytes stay. A text that is too expensive to parse does not change.
 */
export function evaluateMarkdown(markdown: string, evaluation: Evaluation): string {
  if (!mayHaveExpressions(markdown) || !isReadable(markdown)) return markdown;
  if (markdown.startsWith(byteOrderMark)) return byteOrderMark + evaluateMarkdown(markdown.slice(1), evaluation);
  const scan = scanExpressions(markdown);
  const edits = scan.expressions.flatMap(({ start, end, source, inHtml }) => {
    const replacement = renderExpression(source, evaluation);
    return replacement === null
      ? []
      : [
          {
            start,
            end,
            text: inHtml ? escapeHtml(replacement).replace(/^ | $/g, '&#x20;') : escapeMarkdown(replacement),
          },
        ];
  });
  return applyEditsAndIfs(markdown, { edits, literal: scan.literal, evaluation });
}

/**
 * Evaluates only the `{% if … %}` blocks of a Markdown text, so that a document that is read from the result contains
 * none.
 */
export function evaluateIfs(markdown: string, evaluation: Evaluation): string {
  if (!markdown.includes('{%') || !isReadable(markdown)) return markdown;
  if (markdown.startsWith(byteOrderMark)) return byteOrderMark + evaluateIfs(markdown.slice(1), evaluation);
  return applyEditsAndIfs(markdown, { edits: [], literal: scanExpressions(markdown).literal, evaluation });
}

function scanExpressions(markdown: string): Scan {
  const scan: Scan = { expressions: [], literal: [] };
  const root = parseMarkdown(markdown);
  if (indexPage(root).depth <= maxDepth) visit(root, { markdown, scan });
  else scan.literal.push([0, markdown.length]);
  return scan;
}

function visit(parent: Parents, into: { markdown: string; scan: Scan }): void {
  const nodes: Nodes[] = parent.children;
  const lastClosing = nodes.findLastIndex(isClosing);
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (index < lastClosing && isOpening(node)) {
      const first = index + 1;
      while (!isClosing(nodes[index]!)) index++;
      into.scan.expressions.push(spanOf(nodes.slice(first, index), [node, nodes[index]!], into.markdown));
    } else if ('children' in node) visit(node, into);
    else if (node.type === 'tag') into.scan.expressions.push(...expressionsInHtml(node, into.markdown));
    else if (node.type === 'code' || node.type === 'inlineCode' || node.type === 'html') {
      into.scan.literal.push([startOf(node), endOffset(node)]);
      if (node.type === 'html') into.scan.expressions.push(...expressionsInHtml(node, into.markdown));
    }
  }
}

/**
 * Returns the range and source of an expression. The source is the text between the tags as Markdown reads it, if it is
 * only text. Otherwise it is the text as written, because authors do not escape `2*3*4`.
 */
function spanOf(between: Nodes[], [opening, closing]: [Nodes, Nodes], markdown: string): ExpressionSpan {
  const texts = between.map((node) => (node.type === 'text' ? node.value : null));
  const source = texts.includes(null)
    ? expressionIn(markdown.slice(endOffset(opening), startOf(closing)))
    : texts.join('').replace(/\s+/g, ' ').trim();
  return { start: startOf(opening), end: endOffset(closing), source };
}

function isOpening(node: Nodes): boolean {
  return node.type === 'html' && opensExpression(node.value);
}

function isClosing(node: Nodes): boolean {
  return node.type === 'html' && closesExpression(node.value);
}

function startOf(node: Nodes): number {
  return node.position!.start.offset!;
}

function endOffset(node: Nodes): number {
  return node.position!.end.offset!;
}
