import { parseSync } from 'oxc-parser';
import { lineAt, stringIn, visitNodes } from './syntax.mjs';

// Comments of source files and titles of tests, as text.

/** Comments that are instructions to a tool, or quote code. */
const directive = /^\s*(?:biome-ignore|@ts-|\/ |v8 |@vitest)/;
const testFunctions = /^(?:it|describe)\b/;

/**
 * Comments of a source file. Consecutive line comments are one text, and the text of each tag is a paragraph.
 * @returns an array of `{ place, line, text }`.
 */
export function commentTexts(place, source) {
  const { comments } = parseSync(place, source);
  return joinLines(comments, source)
    .filter(({ value }) => !directive.test(value))
    .map(({ start, value }) => ({ place, line: lineAt(source, start), text: plainComment(value) }));
}

function joinLines(comments, source) {
  const joined = [];
  for (const { type, start, end, value } of comments) {
    const last = joined.at(-1);
    const continues = type === 'Line' && last?.type === 'Line' && /^\n[ \t]*$/.test(source.slice(last.end, start));
    if (continues) Object.assign(last, { end, value: `${last.value}\n${value}` });
    else joined.push({ type, start, end, value });
  }
  return joined;
}

function plainComment(value) {
  return value
    .replaceAll(/^[ \t]*\*+ ?/gm, '')
    .replaceAll(/^ /gm, '')
    .replaceAll(/^@(?:param|template) [\w.]+ ?/gm, '\n')
    .replaceAll(/^@\w+ ?/gm, '\n');
}

/**
 * Titles of tests: the first arguments of `it` and `describe`, also of their tables.
 * @returns an array of `{ place, line, text }`.
 */
export function testTitles(place, source) {
  const found = [];
  visitNodes(parseSync(place, source).program, (node) => {
    if (node.type !== 'CallExpression' || !testFunctions.test(source.slice(node.start, node.end))) return;
    const text = stringIn(node.arguments[0]);
    if (text) found.push({ place, line: lineAt(source, node.arguments[0].start), text });
  });
  return found;
}
