import { hashOf } from '../../base/blob.js';
import { canonicalJson } from '../../base/canonical-json.js';
import type { Json, Page } from '../../base/types.js';
import type { Three } from '../diff/three.js';
import type { Conflict, PageTextConflict } from './conflict.js';

/** What a conflict was settled with: one side, of texts both, ours first, or a value that neither side has. */
export interface Resolution {
  choice: 'ours' | 'theirs' | 'both' | 'value';
  /** The text or the value, with the choice `value`. */
  value?: Json;
}

/** Resolutions by the ids of their conflicts. */
export type Resolutions = ReadonlyMap<string, Resolution>;

/** None of them. */
export const unresolved: Resolutions = new Map();

/**
 * Names a conflict: by what is at odds, and by base, ours and theirs. Where one of them moves it is another conflict, and no
 * resolution is found for it.
 */
export function conflictId(...parts: unknown[]): string {
  return `cfl_${hashOf(canonicalJson(parts)).slice(0, 32)}`;
}

/** Whether a conflict stands in the way of a merge: it, or a part of its text, is not resolved. */
export function isOpen(conflict: Conflict): boolean {
  return conflict.kind === 'page_text' ? conflict.hunks.some((hunk) => !hunk.resolution) : !conflict.resolution;
}

/** What a conflict is about, whatever the sides say: two of one subject are one conflict that moved. */
export function subjectOf(conflict: Conflict | PageTextConflict): string {
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

/** The value that a resolution gives; absence is a value, and null stands for it in one that a client gave. */
export function resolvedValue<Value>(three: Three<Value>, { choice, value }: Resolution): Value | undefined {
  if (choice === 'ours' || choice === 'theirs') return three[choice];
  return (value ?? undefined) as Value | undefined;
}

/** What a page says of itself, its place among others left aside: what a resolution of its deletion is bound to. */
export function ownPartOf(page: Page | undefined): unknown {
  if (!page) return null;
  const { children: _c, links: _l, git: _g, ...own } = page;
  return own;
}
