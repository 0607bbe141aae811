import { readdirSync, readFileSync } from 'node:fs';
import { packagePath } from '../../src/platform/base/package-path.js';

const inManual = readdirSync(packagePath('docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name.replaceAll('\\', '/')}`);

/** Texts of the manual, README.md and CONTRIBUTING.md, by file name. */
export const pages = new Map(
  [...inManual, 'README.md', 'CONTRIBUTING.md'].map((path) => [path, readFileSync(packagePath(path), 'utf8')]),
);

/**
 * Returns the cells of the table rows of a page whose first cell matches, without the backticks around single words.
 */
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

/** Fenced block of a page. */
export interface Block {
  page: string;
  /** Line number of the opening fence, from 1. */
  line: number;
  /** Text after the fence: a language, and optionally a file. */
  info: string;
  /** Lines of the block, without the indentation of the fence. */
  text: string;
  /** Reason why the block is not run, from the comment before it; undefined if it is run. */
  notRun: string | undefined;
}

/** Returns the fenced blocks of a page, in order. */
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

/** Returns the code blocks of a language, with their pages. */
export function blocksOf(language: string): [page: string, text: string][] {
  return [...pages.keys()]
    .flatMap(fencedBlocks)
    .filter(({ info }) => info === language)
    .map(({ page, text }) => [page, text]);
}
