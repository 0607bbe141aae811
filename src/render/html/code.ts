import { type DocumentNode, dataText, displayedTitle } from '../../engine/text/document/node-shape.js';
import { highlightedLines } from './highlight.js';
import { inlinesHtml } from './inlines.js';
import { type Content, element, type Html } from './markup.js';
import { classes, scrollableAttributes, wideClass } from './presentation.js';
import type { RenderState } from './render-state.js';

/** Renders code with its title, line by line. */
export function codeHtml(renderState: RenderState, node: DocumentNode): Content {
  const { lineNumbers, overflow } = node.data ?? {};
  const title = displayedTitle(node);
  const lines = node.nodes ?? [];
  const language = languageClass(dataText(node, 'syntax'));
  const words = lines.map(plainLine);
  const isPlain = language !== undefined && words.every((line) => line !== undefined);
  const highlightedHtml = isPlain
    ? highlightedLines(renderState, words, language.slice('language-'.length))
    : undefined;
  const text = lines.map((line, index) =>
    lineHtml(line, highlightedHtml?.[index] ?? wordsHtml(renderState, line), index === lines.length - 1),
  );
  return element(
    'figure',
    classes('code', lineNumbers === true && 'numbered', overflow === 'wrap' && 'wrap', wideClass(node)),
    title !== '' && element('figcaption', {}, title),
    element('pre', scrollableAttributes(title ? `Code: ${title}` : 'Code'), element('code', classes(language), text)),
  );
}

/**
 * Renders a line of code. The line contains its own line break, so that lines are separate even without styles. With
 * styles that display lines as blocks, no empty lines appear between them.
 */
function lineHtml(line: DocumentNode, words: Html, isLast: boolean): Html {
  return element('span', classes('line', line.data?.highlighted === true && 'highlighted'), words, isLast ? '' : '\n');
}

function wordsHtml(renderState: RenderState, line: DocumentNode): Html {
  return inlinesHtml(renderState, line.object === 'text' ? [line] : line.nodes);
}

/**
 * Returns the text of a line that contains only plain text; undefined for a line with marks, annotations or
 * expressions.
 */
function plainLine({ nodes = [] }: DocumentNode): string | undefined {
  const leaves = nodes.map((node) => (node.object === 'text' ? (node.leaves ?? []) : undefined));
  if (!leaves.every((some) => some !== undefined)) return undefined;
  const all = leaves.flat();
  const isText = all.every(
    ({ text, marks = [] }) => typeof text === 'string' && marks.length === 0 && !/[\r\n]/.test(text),
  );
  return isText ? all.map(({ text }) => text).join('') : undefined;
}

/** Returns the CSS class for a language. The info string of a code fence begins with the name of the language. */
function languageClass(syntax: string): string | undefined {
  const name = /^[\w+#.-]{1,40}(?![^\s,{])/.exec(syntax)?.[0];
  return name && `language-${name.toLowerCase()}`;
}
