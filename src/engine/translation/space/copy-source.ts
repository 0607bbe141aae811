import type { Manifest, ReadBlob } from '../../base/types.js';
import { copyContent } from '../../change/copy/copy-content.js';
import { derivedId } from '../../tree/computed/derived-ids.js';
import { emptyManifest } from '../../tree/manifest/empty-manifest.js';
import type { StoredTexts } from '../../tree/pages/blobs.js';

/** A source space, and the space that contains its translation. */
export interface SourceCopy {
  source: { spaceId: string; manifest: Manifest };
  /** Id of the space that contains the translation. */
  result: string;
  readBlob: ReadBlob;
}

const prefixes = { Page: 'page', File: 'file', ReusableContent: 'rsc' } as const;

/**
 * Copies the content of a space into the space of its translation, before any text is translated. Each object of the
 * source gets an id in the translation that never changes. Links and references lead to the copies.
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

/** Returns the id that a page, file or reusable content of the source has in the space of its translation. */
export function translatedId(result: string, noun: keyof typeof prefixes, id: string): string {
  return derivedId(prefixes[noun], result, id);
}
