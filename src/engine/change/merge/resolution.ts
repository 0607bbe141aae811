import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import type { Json, Page } from '../../base/types.js';
import type { ThreeWay } from '../diff/three-way.js';
import type { Conflict, PageTextConflict } from './conflict.js';

/** Resolution of a conflict: one side, both texts (ours first), or a given value. */
export interface Resolution {
  choice: 'ours' | 'theirs' | 'both' | 'value';
  /** The text or value for the choice `value`. */
  value?: Json;
}

/** Resolutions by the ids of their conflicts. */
export type Resolutions = ReadonlyMap<string, Resolution>;

/** No resolutions. */
export const unresolved: Resolutions = new Map();

/**
 * Returns the id of a conflict, derived from its subject and from base, ours and theirs. If one of them changes, the id
 * changes, so that earlier resolutions no longer apply.
 */
export function conflictId(...parts: unknown[]): string {
  return `cfl_${hashOf(canonicalJson(parts)).slice(0, 32)}`;
}

/** Reports whether a conflict blocks a merge, because it or a hunk of its text is not resolved. */
export function isOpen(conflict: Conflict): boolean {
  return conflict.kind === 'page_text' ? conflict.hunks.some((hunk) => !hunk.resolution) : !conflict.resolution;
}

/**
 * Returns the subject of a conflict, regardless of the values on both sides. Conflicts with the same subject are
 * versions of one conflict.
 */
export function conflictSubject(conflict: Conflict | PageTextConflict): string {
  switch (conflict.kind) {
    case 'page_field':
      return `${conflict.kind} ${conflict.pageId} ${conflict.field}`;
    case 'page_text':
    case 'page_deleted':
    case 'page_moved':
      return `${conflict.kind} ${conflict.pageId}`;
    case 'file':
      return `${conflict.kind} ${conflict.fileId}`;
    case 'variable':
      return `${conflict.kind} ${conflict.name}`;
    case 'reusable_content':
      return `${conflict.kind} ${conflict.reusableContentId}`;
    case 'root':
      return conflict.kind;
  }
}

/** Returns the value of a resolution. Undefined is a valid result: it removes the value. Clients send null for it. */
export function resolvedValue<Value>(three: ThreeWay<Value>, { choice, value }: Resolution): Value | undefined {
  if (choice === 'ours' || choice === 'theirs') return three[choice];
  return (value ?? undefined) as Value | undefined;
}

/** Returns a page without sub-pages, links and git data, as part of the id of a deletion conflict. */
export function deletionKey(page: Page | undefined): unknown {
  if (!page) return null;
  const { children: _c, links: _l, git: _g, ...own } = page;
  return own;
}
