import { codeLines } from './code-lines.js';
import { createKeyMaker } from './keys.js';
import type { JSONDocument } from './nodes.js';
import { createBlock, type Lines } from './read-state.js';

/** Language of the code block that shows a page as plain text. */
const syntax = 'markdown';

/**
 * Returns a page as one code block of its Markdown, for pages that exceed the limits (`parse-cost.ts`, `maxDepth`). If
 * the page already is such a code block, for example after it was converted back, the document contains only its code.
 */
export function plainDocument(markdown: string): { document: JSONDocument; lines: Map<string, Lines> } {
  const lines = new Map<string, Lines>();
  const readState = { makeKey: createKeyMaker(), lines };
  const wrapped = plainBody(markdown);
  const text = (wrapped ?? markdown.replace(/(?:\r\n?|\n)$/, '')).replaceAll('\0', '\uFFFD');
  const count = markdown.split(/\r\n?|\n/).length;
  const code = createBlock(readState, { type: 'code', source: markdown, from: 1, to: count });
  const nodes = codeLines(readState, text, wrapped === undefined ? 1 : 2);
  return {
    document: { object: 'document', data: { schemaVersion: 1 }, nodes: [{ ...code, data: { syntax }, nodes }] },
    lines,
  };
}

/** Returns the text of a page that consists of one fenced code block of Markdown; undefined for any other page. */
export function plainBody(markdown: string): string | undefined {
  const fence = /^(`{3,})markdown\n/.exec(markdown)?.[1];
  if (!fence || !markdown.endsWith(`\n${fence}\n`)) return undefined;
  const body = markdown.slice(fence.length + syntax.length + 1, -fence.length - 2);
  return body.includes(fence) ? undefined : body;
}
