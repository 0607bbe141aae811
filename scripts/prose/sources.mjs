import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit } from 'graphql';
import { filesIn, topPages } from './files.mjs';

// Texts that `scripts/prose.mjs` checks: documentation, descriptions of both APIs, strings of the program, comments,
// and titles of tests.

/** Pages that quote the texts of others; they are not checked. */
const pagesWithQuotes = new Set(['docs/oasdiff-checks.md']);

/**
 * Returns all texts of a checkout, each once: those of its documentation, its schema, its OpenAPI document and its
 * code.
 * @returns an array of `{ place, line, text }`: the file, or file and JSON path, and the line on which the text begins
 */
export function textsOf(root, codeTexts) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const pages = [...topPages, ...filesIn(root, 'docs', /\.md$/)].filter((file) => !pagesWithQuotes.has(file));
  const texts = [
    ...pages.map((file) => ({ place: file, line: 1, text: read(file) })),
    ...codeTexts,
    ...graphDescriptions('schema.graphql', read('schema.graphql')),
    ...restDescriptions('openapi.json', JSON.parse(read('openapi.json'))),
  ];
  const first = new Map();
  for (const found of texts) if (!first.has(found.text)) first.set(found.text, found);
  return [...first.values()];
}

/** Returns the descriptions of a GraphQL schema. */
export function graphDescriptions(place, sdl) {
  const found = [];
  const enter = ({ description }) => {
    if (description) found.push({ place, line: description.loc.startToken.line, text: description.value });
  };
  visit(parse(sdl), { enter });
  return found;
}

/** Returns the descriptions and summaries of an OpenAPI document. */
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
