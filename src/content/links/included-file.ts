import { textOf } from '../blob.js';
import { indexOf } from '../manifest/page-index.js';
import { splitFrontMatter } from '../markdown/front-matter.js';
import type { Hash, Manifest } from '../types.js';
import { unlessRefused } from '../unless-refused.js';
import { resolvePath } from './links.js';
import { lookupIn } from './references.js';

/** Larger files are not included, in bytes. */
const largestFile = 1_048_576;

/** A file or page whose lines another page shows. */
export interface IncludedFile {
  blob: Hash;
  isPage: boolean;
}

/** What a page at `from` includes by a path; undefined for what the revision does not have and for files over 1 MiB. */
export function includedFile(manifest: Manifest, from: string, path: string): IncludedFile | undefined {
  const target = resolvePath(path, from, lookupIn(manifest));
  const { pageById, fileById } = indexOf(manifest);
  const isPage = target?.kind === 'page';
  const file = target?.kind === 'file' ? fileById.get(target.id) : undefined;
  const blob = isPage ? pageById.get(target.id)?.page.blob : file?.blob;
  return blob === undefined || (file?.size ?? 0) > largestFile ? undefined : { blob, isPage };
}

/** The text of an included file, of a page without its front matter; undefined for bytes that are no text. */
export function includedText({ isPage }: IncludedFile, bytes: Uint8Array, path: string): string | undefined {
  const text = unlessRefused(() => textOf(bytes, path)) ?? undefined;
  return text !== undefined && isPage ? splitFrontMatter(text).body : text;
}
