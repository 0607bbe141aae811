import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit } from 'graphql';
import { parseSync } from 'oxc-parser';
import { commentTexts, testTitles } from './comments.mjs';
import { filesIn, topPages } from './files.mjs';
import { lineAt, stringIn, visitNodes } from './syntax.mjs';

// Texts that `scripts/prose.mjs` checks: documentation, descriptions of both APIs, strings of the program, comments,
// and titles of tests.

const codeFolders = ['src', 'test', 'scripts', 'bench'];
const isTest = (file) => file.startsWith('test/');

/** Pages that quote texts of others; they are not checked. */
const quoting = new Set(['docs/oasdiff-checks.md']);

/**
 * All texts of a checkout, each once: descriptions are in the sources, in the schema and in the OpenAPI document.
 * @returns an array of `{ place, line, text }`: file, or file and JSON path, and the line on which the text begins.
 */
export function textsOf(root) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const pages = [...topPages, ...filesIn(root, 'docs', /\.md$/)].filter((file) => !quoting.has(file));
  const texts = [
    ...pages.map((file) => ({ place: file, line: 1, text: read(file) })),
    ...filesIn(root, 'src', /\.ts$/).flatMap((file) => programTexts(file, read(file))),
    ...codeFolders
      .flatMap((folder) => filesIn(root, folder, /\.m?[tj]s$/))
      .flatMap((file) => [...commentTexts(file, read(file)), ...(isTest(file) ? testTitles(file, read(file)) : [])]),
    ...graphDescriptions('schema.graphql', read('schema.graphql')),
    ...restDescriptions('openapi.json', JSON.parse(read('openapi.json'))),
  ];
  const first = new Map();
  for (const found of texts) if (!first.has(found.text)) first.set(found.text, found);
  return [...first.values()];
}

/** Descriptions of a GraphQL schema. */
export function graphDescriptions(place, sdl) {
  const found = [];
  const enter = ({ description }) => {
    if (description) found.push({ place, line: description.loc.startToken.line, text: description.value });
  };
  visit(parse(sdl), { enter });
  return found;
}

/** Descriptions and summaries of an OpenAPI document. */
export function restDescriptions(place, document) {
  const found = [];
  const walk = (value, path) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      if (typeof member !== 'string') walk(member, `${path}/${key}`);
      else if (['description', 'summary'].includes(key))
        found.push({ place: `${place}${path}`, line: 1, text: member });
    }
  };
  walk(document, '');
  return found;
}

/** Strings of a source file that read as sentences: three words or more, not SQL, markup or a style sheet. */
export function programTexts(place, source) {
  const found = [];
  visitNodes(parseSync(place, source).program, (node) => {
    const text = stringIn(node);
    if (text && isProse(text)) found.push({ place, line: lineAt(source, node.start), text });
  });
  return found;
}

const words = /(?:^|[\s`(])[A-Za-z][a-z]+(?= [a-z`(]|[,.:;])/g;
/** Words of English sentences. A list of keywords contains none of them. */
const grammar = /\b(?:an?|the|of|must|was|has|cannot|with)\b/i;
const notProse =
  /[<{}=;]|\b(?:SELECT|select|INSERT|insert into|UPDATE|update "|DELETE|delete from|CREATE|create|ALTER|PRAGMA) /;

function isProse(text) {
  return (text.match(words)?.length ?? 0) >= 3 && grammar.test(text) && !notProse.test(text);
}
