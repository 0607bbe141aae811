import { textOf } from '../../content/blob.js';
import { includedPaths, withIncludedFiles } from '../../content/document/for-readers/included-files.js';
import { includedFile, includedText } from '../../content/links/included-file.js';
import type { Hash, Manifest, Page } from '../../content/types.js';

type Blobs = ReadonlyMap<Hash, Uint8Array>;

/** The blobs of files that pages include (`{{#include a.rs:5:10}}`), each once. */
export function includedBlobs(manifest: Manifest, pages: readonly Pick<Page, 'blob' | 'file'>[], blobs: Blobs): Hash[] {
  const included = pages.flatMap(({ blob, file = '' }) => {
    const bytes = blob && blobs.get(blob);
    const paths = bytes ? includedPaths(textOf(bytes, file)) : [];
    return paths.flatMap((path) => includedFile(manifest, file, path)?.blob ?? []);
  });
  return [...new Set(included)];
}

/** The Markdown of a page with the files that it includes. */
export function withIncluded(
  markdown: string,
  from: string,
  { manifest, blobs }: { manifest: Manifest; blobs: Blobs },
) {
  const texts = includedPaths(markdown).flatMap((path) => {
    const file = includedFile(manifest, from, path);
    const bytes = file && blobs.get(file.blob);
    const text = bytes && includedText(file, bytes, path);
    return text === undefined ? [] : [[path, text] as const];
  });
  return texts.length > 0 ? withIncludedFiles(markdown, new Map(texts)) : markdown;
}
