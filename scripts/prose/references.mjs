import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, topPages } from './files.mjs';

// Folders whose comments are checked. A comment may name only pages of this repository: readers cannot open others.

const folders = ['src', 'test', 'scripts', 'bench', 'prisma'];
const sources = /\.(?:ts|mts|mjs|prisma)$/;
const commentLine = /^\s*(?:\/\/|\/?\*)/;

/** Markdown files that comments use as examples; they do not have to exist. */
const examples = new Set(['README.md', 'SUMMARY.md', 'index.md', 'guide.md', 'page.md', 'license.md']);

/**
 * Reports each Markdown file that a comment names but the repository does not have.
 * @returns an array of `file:line: what to change`
 */
export function foreignReferences(root) {
  const pages = new Set([...topPages, ...filesIn(root, 'docs', /\.md$/)].map((path) => path.split('/').at(-1)));
  return folders
    .flatMap((folder) => filesIn(root, folder, sources))
    .flatMap((file) => referencesIn(readFileSync(join(root, file), 'utf8')).map((found) => ({ file, ...found })))
    .filter(({ name }) => !pages.has(name) && !examples.has(name))
    .map(({ file, line, name }) => `${file}:${line}: name a page of docs/ instead of "${name}"`);
}

/** Returns the Markdown files that comments of a source file name: `{ line, name }`, without folders. */
export function referencesIn(source) {
  return source.split('\n').flatMap((text, index) => {
    if (!commentLine.test(text)) return [];
    return [...text.matchAll(/([\w-]+\.md)\b/g)].map(([, name]) => ({ line: index + 1, name }));
  });
}
