import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, topPages } from './files.mjs';

// A comment may name pages of this repository only: readers cannot open others.

const folders = ['src', 'test', 'scripts', 'bench', 'prisma'];
const sources = /\.(?:ts|mts|mjs|prisma)$/;
const commentLine = /^\s*(?:\/\/|\/?\*)/;

/** Files of a documentation folder that comments use as examples. */
const examples = new Set(['README.md', 'SUMMARY.md', 'index.md', 'guide.md', 'page.md', 'license.md']);

/**
 * Reports each Markdown file that a comment names and the repository does not have.
 * @returns an array of `file:line: what to change`.
 */
export function foreignReferences(root) {
  const pages = new Set([...topPages, ...filesIn(root, 'docs', /\.md$/)].map((path) => path.split('/').at(-1)));
  return folders
    .flatMap((folder) => filesIn(root, folder, sources))
    .flatMap((file) => referencesIn(readFileSync(join(root, file), 'utf8')).map((found) => ({ file, ...found })))
    .filter(({ name }) => !pages.has(name) && !examples.has(name))
    .map(({ file, line, name }) => `${file}:${line}: name a page of docs/ instead of "${name}"`);
}

/** The Markdown files that comments of a source name: `{ line, name }`, without folders. */
export function referencesIn(source) {
  return source.split('\n').flatMap((text, index) => {
    if (!commentLine.test(text)) return [];
    return [...text.matchAll(/([\w-]+\.md)\b/g)].map(([, name]) => ({ line: index + 1, name }));
  });
}
