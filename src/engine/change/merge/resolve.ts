import { checkResolution } from './check-resolution.js';
import type { Conflict, PageTextHunk } from './conflict.js';
import { type MergedManifests, type MergeInput, mergeManifests } from './merge.js';
import { conflictSubject, isOpen, type Resolution, unresolved } from './resolution.js';

/** A user's decision on a conflict, or on one hunk of a text conflict. */
export interface Decision extends Resolution {
  /** Id of the conflict or of the hunk. */
  conflict: string;
}

/** A decision as stored. */
export interface StoredDecision extends Resolution {
  id: string;
  subject: string;
  /** True if the decision is about one hunk of a text. Otherwise it replaces all earlier decisions on its subject. */
  isPart: boolean;
}

/** Result of decisions: the decisions to store, and the merge if no conflict is open any longer. */
export interface ResolvedConflicts {
  decisions: StoredDecision[];
  merged: MergedManifests | null;
}

/**
 * Resolves conflicts of a merge, in addition to earlier resolutions. If there are several decisions on a conflict, the
 * last one counts.
 * @returns the index of a decision whose conflict does not exist or no longer exists; then nothing is resolved
 * @throws ContentError with a pointer below `resolutions` to a decision that does not fit its conflict
 */
export function resolveConflicts(
  { resolutions = unresolved, ...input }: MergeInput,
  decisions: readonly Decision[],
): ResolvedConflicts | { unknown: number } {
  const known = conflictsById(mergeManifests({ ...input, resolutions }).conflicts);
  const next = new Map(resolutions);
  const storedDecisions: StoredDecision[] = [];
  for (const [index, { conflict: id, ...given }] of decisions.entries()) {
    const named = known.get(id);
    if (!named) return { unknown: index };
    const { conflict, hunk } = named;
    const resolution = checkResolution(given, { ...named, ...input, pointer: `resolutions/${index}` });
    if (conflict.kind === 'page_text' && !hunk) for (const part of conflict.hunks) forget(part.id);
    forget(id);
    next.set(id, resolution);
    storedDecisions.push({ id, subject: conflictSubject(conflict), isPart: hunk !== null, ...resolution });
  }
  const merged = mergeManifests({ ...input, resolutions: next });
  return { decisions: storedDecisions, merged: merged.conflicts.some(isOpen) ? null : merged };

  function forget(id: string): void {
    next.delete(id);
    const at = storedDecisions.findIndex((decision) => decision.id === id);
    if (at !== -1) storedDecisions.splice(at, 1);
  }
}

/** The conflict that an id identifies. If the id is that of a hunk, also contains the hunk. */
interface ConflictMatch {
  conflict: Conflict;
  hunk: PageTextHunk | null;
}

function conflictsById(conflicts: readonly Conflict[]): Map<string, ConflictMatch> {
  const named = new Map<string, ConflictMatch>();
  for (const conflict of conflicts) {
    named.set(conflict.id, { conflict, hunk: null });
    if (conflict.kind !== 'page_text') continue;
    for (const hunk of conflict.hunks) named.set(hunk.id, { conflict, hunk });
  }
  return named;
}
