import { codeLines, maxCodeLines } from '../code-lines.js';
import { escapeHtml, type HtmlElement, isElement, openTag } from '../html-tree.js';
import { readInfoString } from '../info-string.js';
import type { Block } from '../nodes.js';
import { decodeReferences } from '../tag-text.js';
import { codeAttributes } from '../write-code.js';
import { readAttributes } from './attributes.js';
import { elementBlock, type HtmlSite, type ReadHtml } from './html-kind.js';

/** A line of code, and whether it is highlighted. */
export interface CodeLine {
  text: string;
  highlighted: boolean;
}

const attributeNames = {
  'data-title': 'title',
  'data-overflow': 'overflow',
  'data-line-numbers': 'lineNumbers',
  'data-full-width': 'fullWidth',
  'data-expandable': 'expandable',
  'data-collapsed-line-count': 'collapsedLineCount',
} as const;

/** `<pre class="language-js"><code class="lang-js">…</code></pre>`, as GitBook writes code with highlighted lines. */
export const readPre: ReadHtml = (site) => {
  const [element] = site.roots;
  if (site.roots.length !== 1 || !isElement(element, 'pre')) return undefined;
  return preBlock(site, element);
};

/** Reads a `<pre>`; undefined where it has anything but text and highlighted lines. */
export function preBlock(site: HtmlSite, element: HtmlElement): Block | undefined {
  const data = preData(element);
  const [inner] = element.children;
  const lines = data && element.children.length === 1 && isElement(inner, 'code') ? linesOf(inner) : undefined;
  if (!data || !lines || lines.length > maxCodeLines) return undefined;
  const block = elementBlock(site, 'code', element);
  const { from } = site.reading.lines.get(block.key)!;
  const blocks = codeLines(site.reading, lines.map((line) => line.text).join('\n'), from);
  const nodes = blocks.map((line, index) =>
    lines[index]!.highlighted ? { ...line, data: { highlighted: true } } : line,
  );
  return { ...block, data, nodes };
}

/** Code as a `<pre>`; line endings are written as `newline`, which in a table is a character reference. */
export function preHtml(
  lines: readonly CodeLine[],
  { syntax, attributes }: { syntax: string; attributes: { [name: string]: string | number | boolean | undefined } },
  newline = '\n',
): string {
  const said = Object.entries(attributeNames).map(([name, member]) => [name, attributes[member]] as const);
  const tag = openTag('pre', {
    class: syntax ? `language-${syntax}` : undefined,
    ...Object.fromEntries(
      said.map(([name, value]) => [name, value === true && name !== 'data-line-numbers' ? 'true' : value]),
    ),
  });
  const code = openTag('code', { class: syntax ? `lang-${syntax}` : undefined });
  const body = lines.map(({ text, highlighted }) => {
    const line = text
      .split('\n')
      .map((part) => escapeHtml(part) + newline)
      .join('');
    return highlighted ? `<strong>${line}</strong>` : line;
  });
  return `${tag}${code}${body.join('')}</code></pre>`;
}

function preData({ attributes }: HtmlElement): Block['data'] | undefined {
  const named = [...attributes].flatMap(([name, value]) => {
    const member = Object.hasOwn(attributeNames, name) && attributeNames[name as keyof typeof attributeNames];
    if (name === 'class') return [];
    return [[member || name, value === '' && member === 'lineNumbers' ? 'true' : value] as const];
  });
  const data = readAttributes(new Map(named), codeAttributes);
  const syntax = /^language-(.+)$/s.exec(attributes.get('class') ?? '')?.[1];
  if (!data || (attributes.has('class') && !syntax)) return undefined;
  if (data.overflow !== undefined && data.overflow !== 'scroll' && data.overflow !== 'wrap') return undefined;
  return { ...readInfoString(syntax?.trim().split(/\s+/).join(' ') ?? ''), ...data };
}

function linesOf(code: HtmlElement): CodeLine[] | undefined {
  const lines: CodeLine[] = [{ text: '', highlighted: false }];
  for (const node of code.children) {
    const strong = isElement(node, 'strong') && node.attributes.size === 0;
    if (isElement(node) && !(strong && node.children.every((child) => !isElement(child)))) return undefined;
    const written = isElement(node)
      ? node.children.map((child) => (isElement(child) ? '' : child.text)).join('')
      : node.text;
    const parts = decodeReferences(written).split(/\r\n?|\n/);
    for (const [index, part] of parts.entries()) {
      if (index > 0) lines.push({ text: '', highlighted: false });
      const line = lines.at(-1)!;
      line.text += part;
      if (strong && (part !== '' || index < parts.length - 1)) line.highlighted = true;
    }
  }
  const last = lines.at(-1)!;
  if (lines.length > 1 && last.text === '') lines.pop();
  return lines;
}
