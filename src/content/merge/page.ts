import { directoryOf, joinPath, lastSegment } from '../pages/address.js';
import type { Page } from '../types.js';
import type { Conflict, Three } from './conflict.js';
import { memberNames, memberOf, mergeValue } from './value.js';

/** A page merged but for its text: `blob` and `links` are ours, or theirs where ours has not got the page. */
export interface MergedPage {
  page: Page;
  conflicts: Conflict[];
}

/** Members that are merged elsewhere: the place by the tree, the text and its links by lines. */
const elsewhere = new Set(['children', 'path', 'file', 'blob', 'links', 'git']);

/** Merges a page's fields one by one; at least one side has the page. Sub-pages are left out. */
export function mergePage(three: Three<Page>): MergedPage {
  const { children: _, ...present } = (three.ours ?? three.theirs)!;
  if (!three.ours || !three.theirs) return { page: present, conflicts: [] };
  const page: Record<string, unknown> = { ...present };
  const conflicts: Conflict[] = [];
  const decide = (field: string, values: Three<unknown>, merged: { value: unknown } | null) => {
    if (!merged) conflicts.push({ kind: 'page_field', pageId: present.id, field, ...values });
    else if (merged.value === undefined) delete page[field];
    else page[field] = merged.value;
  };
  for (const field of memberNames(three)) {
    if (elsewhere.has(field)) continue;
    const values = memberOf(three, field as keyof Page);
    decide(field, values, mergeValue<unknown>(values));
  }
  for (const field of ['path', 'file'] as const) {
    const values = memberOf(three, field);
    const merged = mergePath(values);
    // A file follows its path: one conflict says enough.
    if (merged || !conflicts.some((conflict) => conflict.kind === 'page_field' && conflict.field === 'path')) {
      decide(field, values, merged);
    }
  }
  // The git blob of an import is a fact of one side; storing another text removes it.
  decide('git', {}, mergeValue(memberOf(three, 'git')) ?? { value: undefined });
  return { page: page as unknown as Page, conflicts };
}

/** Folder and name apart: one side may rename a page while the other renames or moves what is above it. */
function mergePath(paths: Three<string | undefined>): { value: string | undefined } | null {
  const { base, ours, theirs } = paths;
  if (base === undefined || ours === undefined || theirs === undefined) return mergeValue(paths);
  const folder = mergeValue({ base: directoryOf(base), ours: directoryOf(ours), theirs: directoryOf(theirs) });
  const name = mergeValue({ base: lastSegment(base), ours: lastSegment(ours), theirs: lastSegment(theirs) });
  return folder && name && { value: joinPath(folder.value!, name.value!) };
}
