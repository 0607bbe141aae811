import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A font family that is available as an npm package. */
export type Family = 'noto-sans' | 'noto-sans-mono' | 'noto-sans-sc' | 'noto-sans-jp' | 'noto-sans-kr' | 'noto-emoji';

/** A slice: a font file that contains some characters of a family. */
export interface Slice {
  family: Family;
  name: string;
}

/** Returns the name of the package of a family. */
export function packageOf(family: Family): string {
  return `@fontsource-variable/${family}`;
}

/** Reports whether the package of a family is installed. The packages for Chinese, Japanese and Korean are optional. */
export function isInstalled(family: Family): boolean {
  return folderOf(family) !== null;
}

const packages = createRequire(import.meta.url);
const folders = new Map<Family, string | null>();

/** Returns the folder of a family's package; null if it is not installed. */
function folderOf(family: Family): string | null {
  const known = folders.get(family);
  if (known !== undefined) return known;
  const folder = findPackage(packageOf(family));
  folders.set(family, folder);
  return folder;
}

function findPackage(name: string): string | null {
  try {
    return dirname(packages.resolve(`${name}/package.json`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

interface Range {
  from: number;
  to: number;
  name: string;
}

/**
 * Code point ranges of slices, by block of 256 characters. They are divided into blocks because an East Asian family
 * has thousands of ranges.
 */
const ranges = new Map<Family, Map<number, Range[]>>();
const blockBits = 8;

/**
 * Returns the slices of a family that may contain a character. Ranges overlap, and a slice may lack characters of its
 * range. Returns none if the family is not installed.
 */
export function slicesOf(family: Family, point: number): Slice[] {
  const known = ranges.get(family) ?? rangesByBlock(readRanges(family));
  ranges.set(family, known);
  const near = known.get(point >> blockBits) ?? [];
  return near.filter(({ from, to }) => from <= point && point <= to).map(({ name }) => ({ family, name }));
}

/** Reads a slice, which is a variable font in WOFF2. Only Noto Sans has italics. */
export function readSlice({ family, name }: Slice, italic: boolean): Buffer {
  const slant = italic && family === 'noto-sans' ? 'italic' : 'normal';
  return readFileSync(join(folderOf(family)!, 'files', `${family}-${name.replace(/[[\]]/g, '')}-wght-${slant}.woff2`));
}

function rangesByBlock(all: readonly Range[]): Map<number, Range[]> {
  const blocks = new Map<number, Range[]>();
  for (const range of all) {
    for (let block = range.from >> blockBits; block <= range.to >> blockBits; block++) {
      const own = blocks.get(block);
      if (own) own.push(range);
      else blocks.set(block, [range]);
    }
  }
  return blocks;
}

/**
 * Returns the slices of a family with their ranges in CSS syntax: `U+1f1e6-1f1ff`. Returns none if the family is not
 * installed.
 */
export function namedRanges(family: Family): [name: string, ranges: string][] {
  const folder = folderOf(family);
  if (folder === null) return [];
  return Object.entries(JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>);
}

function readRanges(family: Family): Range[] {
  return namedRanges(family).flatMap(([name, list]) =>
    list.split(',').map((range) => {
      const [from, to = from] = range.trim().replace(/^U\+/, '').split('-');
      return { from: Number.parseInt(from!, 16), to: Number.parseInt(to!, 16), name };
    }),
  );
}
