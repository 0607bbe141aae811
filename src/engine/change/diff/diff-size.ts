import { decodeTextFile } from '../../base/blob.js';
import type { Hash, Manifest, ReadBlob } from '../../base/types.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { diffManifests } from './diff.js';

/** Size of the difference between two manifests. */
export interface DiffSize {
  /** Pages that were added, deleted, moved or edited. */
  pages: number;
  /** Files that were added, deleted or edited. */
  files: number;
  /**
   * Number of words added to or removed from the texts of pages. A word that only moved within its page does not count.
   */
  words: number;
}

/** Returns the hashes of the texts that `measureDiff` needs. */
export function textsToCompare(before: Manifest, after: Manifest): Set<Hash> {
  const hashes = editedTexts(before, after).flat();
  return new Set(hashes.filter((hash) => hash !== undefined));
}

/** Measures the difference between two manifests. */
export function measureDiff(before: Manifest, after: Manifest, readBlob: ReadBlob): DiffSize {
  const changes = diffManifests(before, after);
  const read = (hash: Hash | undefined): string => (hash === undefined ? '' : decodeTextFile(readBlob(hash), hash));
  const words = editedTexts(before, after).map(([one, other]) => changedWords(read(one), read(other)));
  return {
    pages: new Set(changes.flatMap((change) => ('page' in change ? [change.page.id] : []))).size,
    files: new Set(changes.flatMap((change) => ('file' in change ? [change.file.id] : []))).size,
    words: words.reduce((sum, count) => sum + count, 0),
  };
}

/** Returns, for each page whose text changed, the hashes of the text before and after. */
function editedTexts(before: Manifest, after: Manifest): [Hash | undefined, Hash | undefined][] {
  const textsIn = (manifest: Manifest) =>
    new Map(manifestIndex(manifest).pages.map(({ page }) => [page.id, page.blob]));
  const [old, now] = [textsIn(before), textsIn(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((id): [Hash | undefined, Hash | undefined] => [old.get(id), now.get(id)])
    .filter(([one, other]) => one !== other);
}

function changedWords(before: string, after: string): number {
  const counts = new Map<string, number>();
  const add = (text: string, one: number): void => {
    for (const word of text.match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + one);
  };
  add(before, -1);
  add(after, 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}
