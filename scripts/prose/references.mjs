import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// A comment may name pages of this repository only: readers cannot open others.

const folders = ['src', 'test', 'scripts', 'bench', 'prisma'];
const commentLine = /^\s*(?:\/\/|\/?\*)/;

/** Files of a documentation folder that comments use as examples. */
const examples = new Set(['README.md', 'SUMMARY.md', 'index.md', 'guide.md', 'page.md', 'license.md']);

/**
 * Reports each Markdown file that a comment names and the repository does not have.
 * @returns an array of `file:line: what to change`.
 */
export function foreignReferences(root) {
  const pages = new Set([
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...namesIn(join(root, 'docs')),
  ]);
  return folders
    .flatMap((folder) => filesIn(root, folder))
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

function namesIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(/[\\/]/).at(-1));
}

function filesIn(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mts|mjs|prisma)$/.test(name) && !name.includes('generated'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
