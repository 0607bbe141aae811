import type { Text } from 'mdast';
import type { Options } from 'remark-stringify';
import { escapeNextToEmoji } from './inline-syntax.js';

type Handler = NonNullable<NonNullable<Options['handlers']>['text']>;

type ConstructName = Extract<NonNullable<Options['unsafe']>[number]['inConstruct'], string>;

/** Constructs whose content is not inline content. remark-stringify does not escape their content. */
const verbatim: ConstructName[] = [
  'autolink',
  'destinationLiteral',
  'destinationRaw',
  'reference',
  'titleQuote',
  'titleApostrophe',
];

/**
 * Corrects output of remark-stringify that would be parsed differently. Each case was found by the property tests,
 * which fail without its correction.
 */
export const corrections: Options = {
  unsafe: [
    // A destination that begins with `<` would be parsed as one in angle brackets, so `<` is escaped in other
    // destinations.
    { character: '<', inConstruct: 'destinationRaw' },
    // An address in angle brackets may begin with a digit or, in CommonMark, with many punctuation characters.
    { character: '<', after: '[\\d!-/:-@[-`{-~]', inConstruct: 'phrasing', notInConstruct: verbatim },
  ],
  handlers: { text: writeText },
};

/**
 * Writes text as remark does, but escapes each `_` that is one letter away from `~~`. Remark does not escape an
 * underscore within a word, but turns the letter into a character reference, which ends the word.
 */
function writeText(...[node, parent, state, info]: Parameters<Handler>): string {
  let text = state.safe((node as Text).value, info);
  if (info.before.endsWith('~')) text = text.replace(/^([^_\\])(_+)/u, (_match, letter, run) => letter + escaped(run));
  if (info.after.startsWith('~')) text = text.replace(/(?<!\\|_)(_+)(?=.$)/su, (_match, run) => escaped(run));
  const siblings = parent?.children ?? [];
  const index = state.indexStack.at(-1)!;
  return escapeNextToEmoji(text, { before: siblings[index - 1], after: siblings[index + 1] });
}

function escaped(run: string): string {
  return run.replaceAll('_', '\\_');
}
