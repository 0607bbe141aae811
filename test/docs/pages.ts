import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../src/package-path.js';

/** Texts of the manual and the README by file name. */
export const pages = new Map(
  [...readdirSync(packagePath('docs')).map((name) => `docs/${name}`), 'README.md'].map((path) => [
    path,
    readFileSync(packagePath(path), 'utf8'),
  ]),
);

/** The cells of every table row of a page whose first cell matches, without the backticks around single words. */
export function rowsOf(path: string, first: RegExp): string[][] {
  return pages
    .get(path)!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.replace(/^`([^`]*)`$/, '$1')),
    )
    .filter(([name]) => first.test(name!));
}

/** The code blocks of a language, with the page they stand on. */
export function blocksOf(language: string): [page: string, text: string][] {
  const fence = new RegExp(`^ *\`\`\`${language}\\n([^]*?)^ *\`\`\``, 'gm');
  return [...pages].flatMap(([page, text]) =>
    [...text.matchAll(fence)].map((match): [string, string] => [page, match[1]!]),
  );
}
