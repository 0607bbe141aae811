import type { Text } from 'mdast';
import type { Options } from 'remark-stringify';
import { besideInlines } from './inline-syntax.js';

type Handler = NonNullable<NonNullable<Options['handlers']>['text']>;

type ConstructName = Extract<NonNullable<Options['unsafe']>[number]['inConstruct'], string>;

/** Where remark-stringify writes no inline content, so that nothing in it is escaped as such. */
const verbatim: ConstructName[] = [
  'autolink',
  'destinationLiteral',
  'destinationRaw',
  'reference',
  'titleQuote',
  'titleApostrophe',
];

/** What remark-stringify writes otherwise than it reads; each found by the property tests, which fail without it. */
export const corrections: Options = {
  unsafe: [
    // A destination that begins so is one in angle brackets.
    { character: '<', inConstruct: 'destinationRaw' },
    // An address in angle brackets may begin with a digit or, by CommonMark's rule, with much punctuation.
    { character: '<', after: '[\\d!-/:-@[-`{-~]', inConstruct: 'phrasing', notInConstruct: verbatim },
  ],
  handlers: { text: writeText },
};

/**
 * Text as remark writes it, but with each `_` escaped that is one letter away from `~~`: remark leaves underscores
 * within words alone, then turns that letter into a character reference, and the word ends there.
 */
function writeText(...[node, parent, state, info]: Parameters<Handler>): string {
  let text = state.safe((node as Text).value, info);
  if (info.before.endsWith('~')) text = text.replace(/^([^_\\])(_+)/u, (_match, letter, run) => letter + escaped(run));
  if (info.after.startsWith('~')) text = text.replace(/(?<!\\|_)(_+)(?=.$)/su, (_match, run) => escaped(run));
  const siblings = parent?.children ?? [];
  const index = state.indexStack.at(-1)!;
  return besideInlines(text, { before: siblings[index - 1], after: siblings[index + 1] });
}

function escaped(run: string): string {
  return run.replaceAll('_', '\\_');
}
