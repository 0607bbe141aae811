import { textOf } from '../blob.js';
import { movesBetween, relocateText } from '../pages/text.js';
import type { Manifest, Page, ReadBlob } from '../types.js';
import type { PageTextConflict, Three } from './conflict.js';
import { mergeText } from './text.js';

/** What merging texts needs of one version. */
export interface TextVersion {
  page: Page;
  /** Where pages and files of this version lie in the merged tree. */
  moves: Map<string, string>;
  root: string;
}

/** The outcome for one page: whose text it is, a new text, or a conflict. */
export type TextOutcome = { same: Page } | { text: string } | { conflict: PageTextConflict };

/**
 * Merges a document's text by lines. First every version is rewritten for the merged tree, so that links which one
 * side rewrote after a rename do not stand against edits of the same lines by the other.
 */
export function mergePageText(three: Three<TextVersion>, readBlob: ReadBlob): TextOutcome {
  const { base, ours, theirs } = three;
  const chosen = chooseVersion(three);
  if (chosen) {
    const text = relocated(chosen, readBlob);
    return text === null ? { same: chosen.page } : { text };
  }
  const read = (version: TextVersion | undefined) =>
    version ? (relocated(version, readBlob) ?? textOfPage(version.page, readBlob)) : '';
  const merged = mergeText({ base: read(base), ours: read(ours), theirs: read(theirs) });
  if ('text' in merged) return merged;
  return { conflict: { kind: 'page_text', pageId: ours!.page.id, hunks: merged.hunks } };
}

/** Whether a side's text differs from the base only by links that were rewritten for what it moved. */
export function isOnlyRelocated(
  pages: { base: Page; side: Page },
  versions: { base: Manifest; side: Manifest },
  readBlob: ReadBlob,
): boolean {
  const { base, side } = pages;
  if (base.blob === side.blob) return true;
  if (base.blob === undefined || side.blob === undefined) return false;
  const move = { moves: movesBetween(versions.base, versions.side), root: versions.base.root };
  return relocateText(textOfPage(base, readBlob), base, move) === textOfPage(side, readBlob);
}

/** The one version that decides, where no lines need to be merged. */
function chooseVersion({ base, ours, theirs }: Three<TextVersion>): TextVersion | null {
  if (!ours || !theirs) return (ours ?? theirs)!;
  if (ours.page.blob === theirs.page.blob || theirs.page.blob === base?.page.blob) return ours;
  return ours.page.blob === base?.page.blob ? theirs : null;
}

/** The version's text for the merged tree; null where it stays as it is. */
function relocated({ page, moves, root }: TextVersion, readBlob: ReadBlob): string | null {
  if (page.blob === undefined || moves.size === 0) return null;
  const present = textOfPage(page, readBlob);
  const text = relocateText(present, page, { moves, root });
  return text === present ? null : text;
}

function textOfPage({ blob, file = '' }: Page, readBlob: ReadBlob): string {
  return blob === undefined ? '' : textOf(readBlob(blob), file);
}
