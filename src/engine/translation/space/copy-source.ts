import type { Manifest, ReadBlob } from '../../base/types.js';
import { copyContent } from '../../change/copy/copy-content.js';
import { derivedId } from '../../tree/computed/derived.js';
import { emptyManifest } from '../../tree/manifest/empty-manifest.js';
import type { StoredTexts } from '../../tree/pages/blobs.js';

/** A space that is translated, and the space that its translation is. */
export interface SourceCopy {
  source: { spaceId: string; manifest: Manifest };
  /** Id of the space that the translation is. */
  result: string;
  readBlob: ReadBlob;
}

const prefixes = { Page: 'page', File: 'file', ReusableContent: 'rsc' } as const;

/**
 * The content of a space as its translation has it before any word is translated: what is in it has ids of the translation, always
 * the same for the same thing of the source, and links and references lead to what is in the translation.
 */
export function copySource({ source, result, readBlob }: SourceCopy): StoredTexts {
  const target = { spaceId: result, manifest: emptyManifest };
  return copyContent({
    source,
    target,
    readBlob,
    newId: (noun, id) => translatedId(result, noun, id),
    pointer: 'source',
  });
}

/** The id that a page, file or reusable content of a source has in the space that its translation is. */
export function translatedId(result: string, noun: keyof typeof prefixes, id: string): string {
  return derivedId(prefixes[noun], result, id);
}
