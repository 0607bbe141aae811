import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/base/package-path.js';

const inManual = readdirSync(packagePath('docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);

/** Texts of the manual, the README and the guide for contributors, by file name. */
export const pages = new Map(
  [...inManual, 'README.md', 'CONTRIBUTING.md'].map((path) => [path, readFileSync(packagePath(path), 'utf8')]),
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

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** From 1, that of the fence. */
  line: number;
  /** The words after the fence: a language, perhaps a file. */
  info: string;
  /** The lines, without the indentation of the fence. */
  text: string;
  /** Why it is not run, where the comment before it says so. */
  notRun: string | undefined;
}

/** The fenced blocks of a page, in its order. */
export function fencedBlocks(page: string): Block[] {
  const text = pages.get(page)!;
  const fence =
    /(?:^ *<!-- Not run: (?<notRun>[\s\S]*?) -->\n\n?)?^(?<indent> *)```(?<info>.*)\n(?<text>[\s\S]*?)^ *```$/gm;
  return [...text.matchAll(fence)].map(({ groups, index, 0: whole }) => {
    const { notRun, indent = '', info = '', text: lines = '' } = groups!;
    const before = text.slice(0, index + whole.indexOf('```'));
    return {
      page,
      line: before.split('\n').length,
      info,
      text: lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      notRun,
    };
  });
}

/** The code blocks of a language, with the page they stand on. */
export function blocksOf(language: string): [page: string, text: string][] {
  return [...pages.keys()]
    .flatMap(fencedBlocks)
    .filter(({ info }) => info === language)
    .map(({ page, text }) => [page, text]);
}
