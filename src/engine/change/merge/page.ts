import { equalJson } from '../../base/canonical-json.js';
import type { Page } from '../../base/types.js';
import { directoryOf, joinPath, lastSegment } from '../../tree/pages/address.js';
import { memberNames, type ThreeWay, threeWayMember } from '../diff/three-way.js';
import type { PageFieldConflict, PageMovedConflict } from './conflict.js';
import { conflictId } from './resolution.js';
import { type MergeContext, mergeOrRecordConflict, mergeValue } from './value.js';

/**
 * Members that the loop over the page's fields skips. The tree merge handles sub-pages, and the line merge handles text
 * and links. `path`, `file` and `git` are merged after the loop.
 */
const specialMembers = new Set(['children', 'path', 'file', 'blob', 'links', 'git']);

/**
 * Merges a page's fields one by one; at least one side must have the page. Does not merge sub-pages. `blob` and `links`
 * are those of ours, or of theirs if ours does not have the page.
 * @param move the conflict about the page's position, if there is one; the path then depends on the position
 */
export function mergePage(three: ThreeWay<Page>, context: MergeContext, move?: PageMovedConflict): Page {
  const present = (three.ours ?? three.theirs)!;
  if (!three.ours || !three.theirs || isUnchangedPage(three.base, three.theirs)) return present;
  const page: Record<string, unknown> = { ...present };
  const decide = (field: string, merged: { value: unknown } | null) => {
    if (merged?.value === undefined) delete page[field];
    else page[field] = merged.value;
  };
  const mergeField = (field: string, values: ThreeWay<unknown>, merged: { value: unknown } | null) => {
    const outcome = mergeOrRecordConflict(merged, () => fieldConflict(present.id, field, values), context);
    if (outcome) decide(field, outcome);
  };
  for (const field of memberNames(three)) {
    if (specialMembers.has(field)) continue;
    const values = threeWayMember(three, field as keyof Page);
    mergeField(field, values, mergeValue<unknown>(values));
  }
  const [paths, files] = [threeWayMember(three, 'path'), threeWayMember(three, 'file')];
  const isMoved = move !== undefined && !mergePath(paths);
  if (isMoved) decide('path', { value: move.resolution?.choice === 'theirs' ? paths.theirs : paths.ours });
  else mergeField('path', paths, mergePath(paths));
  // A file's path depends on the page's path, so a conflict about `path` makes one about `file` unnecessary.
  if (mergePath(paths)) mergeField('file', files, mergePath(files));
  else decide('file', mergePath(files) ?? { value: fileOfPath(page.path, paths, files) });
  // The git blob of an import describes the text of only one side. It is removed when another text is stored.
  decide('git', mergeValue(threeWayMember(three, 'git')) ?? { value: undefined });
  return page as unknown as Page;
}

/**
 * Reports whether a side left a page unchanged, except for its sub-pages. This is a fast path, because almost all pages
 * are unchanged.
 */
function isUnchangedPage(base: Page | undefined, side: Page): boolean {
  if (!base || base === side) return base === side;
  for (const name in side) if (name !== 'children' && !isSameMember(base, side, name as keyof Page)) return false;
  for (const name in base) if (name !== 'children' && !(name in side)) return false;
  return true;
}

function isSameMember(base: Page, side: Page, name: keyof Page): boolean {
  return base[name] === side[name] || equalJson(base[name], side[name]);
}

function fieldConflict(pageId: string, field: string, values: ThreeWay<unknown>): PageFieldConflict {
  return { kind: 'page_field', id: conflictId('page_field', pageId, field, values), pageId, field, ...values };
}

/** Returns the file of the side that the merged path comes from. */
function fileOfPath(
  path: unknown,
  paths: ThreeWay<string | undefined>,
  files: ThreeWay<string | undefined>,
): string | undefined {
  return path === paths.theirs ? files.theirs : files.ours;
}

/**
 * Merges folder and name separately, because one side may rename a page while the other renames or moves an ancestor.
 */
function mergePath(paths: ThreeWay<string | undefined>): { value: string | undefined } | null {
  const { base, ours, theirs } = paths;
  if (base === undefined || ours === undefined || theirs === undefined) return mergeValue(paths);
  const folder = mergeValue({ base: directoryOf(base), ours: directoryOf(ours), theirs: directoryOf(theirs) });
  const name = mergeValue({ base: lastSegment(base), ours: lastSegment(ours), theirs: lastSegment(theirs) });
  return folder && name && { value: joinPath(folder.value!, name.value!) };
}
