import { type DocumentNode, textOf } from '../content/document/node-shape.js';
import { inlinesHtml } from './inlines.js';
import { classes, scrolling, wideClass } from './look.js';
import { type Content, element, type Html } from './markup.js';
import type { Rendering } from './rendering.js';

/** Code with its title, line by line. */
export function codeHtml(rendering: Rendering, node: DocumentNode): Content {
  const { lineNumbers, overflow } = node.data ?? {};
  const title = textOf(node, 'title');
  const lines = node.nodes ?? [];
  const text = lines.map((line, index) => lineHtml(rendering, line, index === lines.length - 1));
  const language = languageOf(textOf(node, 'syntax'));
  return element(
    'figure',
    classes('code', lineNumbers === true && 'numbered', overflow === 'wrap' && 'wrap', wideClass(node)),
    title !== '' && element('figcaption', {}, title),
    element('pre', scrolling(title ? `Code: ${title}` : 'Code'), element('code', classes(language), text)),
  );
}

/** The end of a line stands in it: so the lines are lines without styles too, and as blocks have none between them. */
function lineHtml(rendering: Rendering, line: DocumentNode, isLast: boolean): Html {
  const isHighlighted = line.data?.highlighted === true;
  const text = inlinesHtml(rendering, line.object === 'text' ? [line] : line.nodes);
  return element('span', classes('line', isHighlighted && 'highlighted'), text, isLast ? '' : '\n');
}

/** The class of a language, which begins the info string of a fence. */
function languageOf(syntax: string): string | undefined {
  const name = /^[\w+#.-]{1,40}(?![^\s,{])/.exec(syntax)?.[0];
  return name && `language-${name.toLowerCase()}`;
}
