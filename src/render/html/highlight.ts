import type { ElementContent } from 'hast';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import http from 'highlight.js/lib/languages/http';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import { common, createLowlight } from 'lowlight';
import { type Content, element, type Html, joinContent } from './markup.js';
import type { RenderState } from './render-state.js';

/** Grammars of languages. Each is compiled when it is first used. */
const highlighter = createLowlight({ ...common, dockerfile, http, nginx, powershell });

/** Names that authors use for languages, with the names of their grammars. */
const aliases = new Map([
  ['console', 'shell'],
  ['dotenv', 'ini'],
  ['json5', 'json'],
  ['jsonc', 'json'],
  ['terraform', 'ini'],
  ['vue', 'xml'],
]);

/**
 * Maximum length of code to highlight, in characters. Longer code has no colors, because highlighting it would take too
 * long.
 */
const maxCodeLength = 20_000;

/** CSS class of each token, by class of the grammar. Tokens that do not match have the color of the text. */
const kinds: readonly [RegExp, string][] = [
  [/^hljs-(?:comment|quote|meta)/, 'comment'],
  [/^hljs-(?:string|regexp|addition|template|code)/, 'string'],
  [/^hljs-(?:number|literal|symbol|bullet|variable)/, 'value'],
  [/^hljs-(?:keyword|selector-tag|deletion|doctag|section|operator)/, 'keyword'],
  [/^hljs-(?:title|name|attr|attribute|property|type|built_in|selector|class|function|params)/, 'name'],
];

/**
 * Returns the lines of code, with a class on each token. Returns undefined for an unknown language, or if the code
 * exceeds its own limit or the remaining limit of the text.
 */
export function highlightedLines(
  renderState: RenderState,
  lines: readonly string[],
  language: string,
): Html[] | undefined {
  const name = aliases.get(language) ?? language;
  const code = lines.join('\n');
  if (!highlighter.registered(name) || code.length > maxCodeLength || code.length > renderState.highlighted)
    return undefined;
  renderState.highlighted -= code.length;
  const lineContents: Content[][] = [[]];
  addTokens(lineContents, highlighter.highlight(name, code).children as ElementContent[], undefined);
  return lineContents.map((line) => joinContent(line));
}

function addTokens(lines: Content[][], nodes: readonly ElementContent[], around: string | undefined): void {
  for (const node of nodes) {
    if (node.type === 'element') addTokens(lines, node.children, tokenKindOf(node.properties.className) ?? around);
    if (node.type !== 'text') continue;
    for (const [index, text] of node.value.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)!.push(around ? element('span', { class: `token-${around}` }, text) : text);
    }
  }
}

function tokenKindOf(classes: unknown): string | undefined {
  const [first = ''] = Array.isArray(classes) ? classes.map(String) : [];
  return kinds.find(([pattern]) => pattern.test(first))?.[1];
}
