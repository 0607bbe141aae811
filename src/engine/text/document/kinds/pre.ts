import { expressionIn } from '../inlines/expression-html.js';
import { codeLines, maxCodeLines } from '../nodes/code-lines.js';
import { readInfoString } from '../nodes/info-string.js';
import type { Block } from '../nodes/nodes.js';
import { escapeHtml, type HtmlElement, type HtmlNode, isElement, openTag } from '../syntax/html-tree.js';
import { decodeReferences } from '../syntax/tag-text.js';
import { readAttributes } from './attributes.js';
import { type CodeLine, lineNodes, lineText } from './code-line.js';
import { elementBlock, type HtmlContext, type ReadHtml } from './html-kind.js';
import { codeAttributes } from './write-code.js';

const attributeNames = {
  'data-title': 'title',
  'data-overflow': 'overflow',
  'data-line-numbers': 'lineNumbers',
  'data-full-width': 'fullWidth',
  'data-expandable': 'expandable',
  'data-collapsed-line-count': 'collapsedLineCount',
} as const;

/**
 * Reads `<pre class="language-js"><code class="lang-js">…</code></pre>`, GitBook's form of code with highlighted lines.
 */
export const readPre: ReadHtml = (site) => {
  const [element] = site.roots;
  if (site.roots.length !== 1 || !isElement(element, 'pre')) return undefined;
  return preBlock(site, element);
};

/** Reads a `<pre>`. Returns undefined if it contains anything except text, highlighted lines and expressions. */
export function preBlock(site: HtmlContext, element: HtmlElement): Block | undefined {
  const data = preData(element);
  const [inner] = element.children;
  const isWrapped = element.children.length === 1 && isElement(inner, 'code') && !isExpression(inner);
  const lines = linesOf(isWrapped ? inner.children : withoutFirstLineEnding(element.children));
  if (!lines || lines.length > maxCodeLines) return undefined;
  const block = elementBlock(site, 'code', element);
  const { from } = site.readState.lines.get(block.key)!;
  const blocks = codeLines(site.readState, lines.map(lineText).join('\n'), from);
  const nodes = blocks.map((line, index) => ({
    ...line,
    ...(lines[index]!.highlighted && { data: { highlighted: true } }),
    nodes: lineNodes(lines[index]!),
  }));
  return { ...block, data, nodes };
}

/** Writes code as a `<pre>`. `newline` is the line ending: in a table, a character reference. */
export function preHtml(
  lines: readonly CodeLine[],
  { syntax, attributes }: { syntax: string; attributes: { [name: string]: string | number | boolean | undefined } },
  newline = '\n',
): string {
  const attributeEntries = Object.entries(attributeNames).map(([name, member]) => [name, attributes[member]] as const);
  const tag = openTag('pre', {
    class: syntax ? `language-${syntax}` : undefined,
    ...Object.fromEntries(
      attributeEntries.map(([name, value]) => [name, value === true && name !== 'data-line-numbers' ? 'true' : value]),
    ),
  });
  const code = openTag('code', { class: syntax ? `lang-${syntax}` : undefined });
  const body = lines.map(({ pieces, highlighted }) => {
    const line = pieces.map((piece) => pieceHtml(piece, newline)).join('') + newline;
    return highlighted ? `<strong>${line}</strong>` : line;
  });
  return `${tag}${code}${body.join('')}</code></pre>`;
}

/** Removes `overflow` from the attributes of code if the REST API does not allow its value. */
export function omitUnknownOverflow({ overflow, ...data }: ReturnType<typeof readAttributes>): Block['data'] {
  return overflow === 'scroll' || overflow === 'wrap' ? { ...data, overflow } : data;
}

function preData({ attributes }: HtmlElement): Block['data'] {
  const named = [...attributes].flatMap(([name, value]) => {
    const member = Object.hasOwn(attributeNames, name) && attributeNames[name as keyof typeof attributeNames];
    if (name === 'class') return [];
    return [[member || name, value === '' && member === 'lineNumbers' ? 'true' : value] as const];
  });
  const data = readAttributes(new Map(named), codeAttributes);
  const syntax = /^language-(.+)$/s.exec(attributes.get('class') ?? '')?.[1];
  return { ...readInfoString(syntax?.trim().split(/\s+/).join(' ') ?? ''), ...omitUnknownOverflow(data) };
}

function pieceHtml(piece: CodeLine['pieces'][number], newline: string): string {
  if (typeof piece === 'string') return piece.split('\n').map(escapeHtml).join(newline);
  return `${openTag('code', { class: 'expression' })}${escapeHtml(piece.expression)}</code>`;
}

function isExpression(node: HtmlNode): boolean {
  return isElement(node, 'code') && node.attributes.get('class') === 'expression';
}

/** Removes the line ending right after the opening tag, which HTML ignores. */
function withoutFirstLineEnding([first, ...otherNodes]: readonly HtmlNode[]): readonly HtmlNode[] {
  if (!first || isElement(first)) return first ? [first, ...otherNodes] : [];
  return [{ ...first, text: first.text.replace(/^(?:\r\n?|\n)/, '') }, ...otherNodes];
}

/**
 * Returns the lines of code in the nodes of a `<pre>`. Returns undefined if there are elements other than highlighted
 * text and expressions.
 */
function linesOf(nodes: readonly HtmlNode[]): CodeLine[] | undefined {
  const lines: CodeLine[] = [{ pieces: [], highlighted: false }];
  for (const node of nodes) {
    if (isElement(node) && isExpression(node)) {
      lines.at(-1)!.pieces.push({ expression: expressionIn(textIn(node) ?? '') });
    } else {
      const strong = isElement(node, 'strong');
      const text = isElement(node) ? (strong ? textIn(node) : undefined) : node.text;
      if (text === undefined) return undefined;
      addText(lines, decodeReferences(text), strong);
    }
  }
  const last = lines.at(-1)!;
  if (lines.length > 1 && lineText(last) === '' && last.pieces.every((piece) => typeof piece === 'string')) lines.pop();
  return lines;
}

function textIn({ children }: HtmlElement): string | undefined {
  return children.some((child) => isElement(child))
    ? undefined
    : children.map((child) => (isElement(child) ? '' : child.text)).join('');
}

function addText(lines: CodeLine[], text: string, highlighted: boolean): void {
  const parts = text.split(/\r\n?|\n/);
  for (const [index, part] of parts.entries()) {
    if (index > 0) lines.push({ pieces: [], highlighted: false });
    const line = lines.at(-1)!;
    const end = line.pieces.at(-1);
    if (typeof end === 'string') line.pieces[line.pieces.length - 1] = end + part;
    else line.pieces.push(part);
    if (highlighted && (part !== '' || index < parts.length - 1)) line.highlighted = true;
  }
}
