import type { Manifest, Page } from '../../src/engine/base/types.js';
import { exportFolder } from '../../src/engine/tree/export/export-folder.js';
import { importFolder } from '../../src/engine/tree/import/import-folder.js';
import { subtreeOf } from '../../src/engine/tree/pages/tree.js';

/** Files of a folder by path. */
export type Texts = Record<string, string | Uint8Array>;

export const encode = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

/** Imports a folder like `importTexts`, but throws at the first fault that would lose data. */
export const importStrictly = (texts: Texts) => importTexts(texts, undefined, true);

/**
 * Imports files given as text. Ids count up from `page_1` and `file_1`, or from 1001 if there is a previous manifest.
 */
export function importTexts(texts: Texts, previous?: Manifest, strict = false) {
  const numbers = Array.from({ length: 1000 }, (_, index) => index + (previous ? 1001 : 1)).values();
  const entries = new Map(Object.entries(texts).map(([path, content]) => [path, encode(content)]));
  return importFolder({ entries, previous, strict, newId: (kind) => `${kind.toLowerCase()}_${numbers.next().value}` });
}

export const manifestOf = (texts: Texts, previous?: Manifest) => importTexts(texts, previous).manifest;
export const pagesOf = (manifest: Manifest) => manifest.pages.flatMap(subtreeOf);
export const pageAt = (manifest: Manifest, file: string) => pagesOf(manifest).find((page) => page.file === file)!;

/** Formats a tree as short text: title@path, hidden pages in parentheses, sub-pages in brackets. */
export const sketch = (pages: Page[]): string =>
  pages
    .map((page) => {
      const name = `${page.type === 'group' ? '#' : ''}${page.title}@${page.path ?? JSON.stringify(page.target)}`;
      return `${page.hidden ? `(${name})` : name}${page.children ? `[${sketch(page.children)}]` : ''}`;
    })
    .join(' ');
export const importedTreeSketch = (texts: Texts) => sketch(manifestOf(texts).pages);

export function exportTexts(texts: Texts, manifest: Manifest): Texts {
  const { blobs } = importTexts(texts);
  return Object.fromEntries(
    [...exportFolder(manifest, (hash) => blobs.get(hash)!())].map(({ path, bytes }) => [path, bytes]),
  );
}
