import { isUtf8 } from 'node:buffer';
import { decodeTextFile } from '../../base/blob.js';
import { nullIfInvalid } from '../../base/null-if-invalid.js';
import type { Hash, Manifest } from '../../base/types.js';
import { includedPaths, withIncludedFiles } from '../../text/document/raw-html/included-files.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { manifestIndex } from '../manifest/page-index.js';
import { resolvePath } from './links.js';
import { cachedLookup } from './references.js';

/** Maximum size of a file that a page can include, in bytes. */
const maxFileSize = 1_048_576;

/** Context of a page that includes files: the revision and the page's file. */
export interface InclusionContext {
  manifest: Manifest;
  from: string;
}

interface IncludedFile {
  path: string;
  blob: Hash;
  isPage: boolean;
}

/** Returns the blobs of the files that a Markdown text includes (`{{#include a.rs:5:10}}`), without duplicates. */
export function includedBlobs(markdown: string, including: InclusionContext): Hash[] {
  return [...new Set(includedFiles(markdown, including).map(({ blob }) => blob))];
}

/**
 * Returns the blobs of the files that a page includes, given the bytes of the page. Does not decode UTF-8 pages without
 * `{{#`.
 */
export function includedBlobsOf(bytes: Uint8Array, including: InclusionContext): Hash[] {
  const { buffer, byteOffset, byteLength } = bytes;
  if (isUtf8(bytes) && !Buffer.from(buffer, byteOffset, byteLength).includes('{{#')) return [];
  return includedBlobs(decodeTextFile(bytes, including.from), including);
}

/**
 * Returns a Markdown text with the content of the files that it includes. An inclusion stays text if the bytes are
 * missing or are not text.
 */
export function withIncluded(
  markdown: string,
  { blobs, ...including }: InclusionContext & { blobs: ReadonlyMap<Hash, Uint8Array> },
): string {
  const texts = includedFiles(markdown, including).flatMap((file) => {
    const bytes = blobs.get(file.blob);
    const text = bytes && textIn(file, bytes);
    return text === undefined ? [] : [[file.path, text] as const];
  });
  return texts.length > 0 ? withIncludedFiles(markdown, new Map(texts)) : markdown;
}

/** Returns the files of up to 1 MiB that a page includes and that are in its revision. */
function includedFiles(markdown: string, { manifest, from }: InclusionContext): IncludedFile[] {
  const { pageById, fileById } = manifestIndex(manifest);
  return includedPaths(markdown).flatMap((path) => {
    const target = resolvePath(path, from, cachedLookup(manifest));
    const isPage = target?.kind === 'page';
    const file = target?.kind === 'file' ? fileById.get(target.id) : undefined;
    const blob = isPage ? pageById.get(target.id)?.page.blob : file?.blob;
    return blob === undefined || (file?.size ?? 0) > maxFileSize ? [] : [{ path, blob, isPage }];
  });
}

function textIn({ path, isPage }: IncludedFile, bytes: Uint8Array): string | undefined {
  const text = nullIfInvalid(() => decodeTextFile(bytes, path)) ?? undefined;
  return text !== undefined && isPage ? splitFrontMatter(text).body : text;
}
