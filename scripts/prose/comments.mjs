import { lineAt, stringIn, visitNodes } from './syntax.mjs';

// Collects the texts in source files: comments, titles of tests, and strings of the program.

/** Comments that are instructions to a tool or quote code; they are not checked. */
const directive = /^\s*(?:biome-ignore|@ts-|\/ |v8 |@vitest)/;
const testFunctions = /^(?:it|describe)\b/;

/**
 * Returns the comments of a source file. Consecutive line comments are one text, and the text of each tag is a
 * paragraph.
 * @returns an array of `{ place, line, text }`
 */
export function commentTexts({ place, source, comments }) {
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
 * Returns the titles of tests: the first arguments of `it` and `describe`, including `it.each` and `describe.each`.
 * @returns an array of `{ place, line, text }`
 */
export function testTitles({ place, source, program }) {
  const found = [];
  visitNodes(program, (node) => {
    if (node.type !== 'CallExpression' || !testFunctions.test(source.slice(node.start, node.end))) return;
    const text = stringIn(node.arguments[0]);
    if (text) found.push({ place, line: lineAt(source, node.arguments[0].start), text });
  });
  return found;
}

/**
 * Returns the strings of a source file that read as sentences: three words or more, and not SQL, markup or a style
 * sheet.
 */
export function programTexts({ place, source, program }) {
  const found = [];
  visitNodes(program, (node) => {
    const text = stringIn(node);
    if (text && isProse(text)) found.push({ place, line: lineAt(source, node.start), text });
  });
  return found;
}

const words = /(?:^|[\s`(])[A-Za-z][a-z]+(?= [a-z`(]|[,.:;])/g;
/** Words that occur in English sentences, but not in lists of keywords. */
const grammar = /\b(?:an?|the|of|must|was|has|cannot|with)\b/i;
const notProse =
  /[<{}=;]|\b(?:SELECT|select|INSERT|insert into|UPDATE|update "|DELETE|delete from|CREATE|create|ALTER|PRAGMA) /;

function isProse(text) {
  return (text.match(words)?.length ?? 0) >= 3 && grammar.test(text) && !notProse.test(text);
}
