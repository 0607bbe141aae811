import type { Json } from '../../base/types.js';
import type { LocatedValue } from '../reading/json-path.js';
import { resolve, type SpecDocument } from '../reading/reader.js';
import { createStructuralEquality, type Equality } from './equality.js';
import { spendWork, type WorkBudget } from './work-budget.js';

/** Target of a reference that exists in both documents, with its version in the earlier one. */
interface Target {
  before: LocatedValue;
  after: LocatedValue;
  isTouched: boolean;
  /** Targets that contain a reference to this target. */
  usedBy: Target[];
}

/**
 * Returns a function that reports whether two values, one from each document, have the same meaning. Two values have
 * the same meaning if their texts are equal and their references have equal targets.
 */
export function createEquality(before: SpecDocument, after: SpecDocument, work: WorkBudget): Equality {
  // From OpenAPI 3.1 on, members next to a `$ref` have a meaning. Equal texts of such objects therefore have different
  // meanings in OpenAPI 3.0 and 3.1.
  const hasRelevantSiblings = (holder: object) => before.dialect !== after.dialect && Object.keys(holder).length > 1;
  const texts = createStructuralEquality((_, holder) => hasRelevantSiblings(holder));
  const isChanged = changedReferences({ before, after, texts }, work);
  return createStructuralEquality((reference, holder) => hasRelevantSiblings(holder) || isChanged(reference));
}

interface ComparedDocuments {
  before: SpecDocument;
  after: SpecDocument;
  texts: Equality;
}

/**
 * Returns a function that reports whether the target of a reference differs between two documents, itself or through
 * its own references. If this takes too much work, all targets count as different.
 */
function changedReferences(
  { before, after, texts }: ComparedDocuments,
  work: WorkBudget,
): (reference: string) => boolean {
  const targets = new Map<string, Target>();
  const known = new Map<unknown, Target>();
  for (const reference of referencesIn(before.root.value, work)) {
    const found = createTarget({ before, after, reference });
    const knownTarget = known.get(found.before.value);
    const target = knownTarget?.after.value === found.after.value ? knownTarget : found;
    if (target === found) target.isTouched = !texts(found.before.value, found.after.value);
    known.set(found.before.value, target);
    targets.set(reference, target);
  }
  for (const target of new Set(targets.values()))
    for (const reference of referencesIn(target.before.value, work)) targets.get(reference)?.usedBy.push(target);
  if (work.left <= 0) return () => true;
  markUsers([...targets.values()].filter(({ isTouched: isChanged }) => isChanged));
  return (reference) => targets.get(reference)?.isTouched ?? true;
}

function createTarget({
  before,
  after,
  reference,
}: {
  before: SpecDocument;
  after: SpecDocument;
  reference: string;
}): Target {
  const start: LocatedValue = { value: { $ref: reference }, place: null };
  return { before: resolve(before, start), after: resolve(after, start), isTouched: false, usedBy: [] };
}

/** Marks all targets that contain a reference to a changed target, directly or through others. */
function markUsers(open: Target[]): void {
  for (let target = open.pop(); target; target = open.pop()) {
    for (const user of target.usedBy) {
      if (user.isTouched) continue;
      user.isTouched = true;
      open.push(user);
    }
  }
}

/** Returns the distinct references in a value. */
function referencesIn(value: Json, work: WorkBudget): Set<string> {
  const found = new Set<string>();
  const open = [value];
  for (let next = open.pop(); next !== undefined && work.left > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    // Visiting a value here is four times as cheap as elsewhere.
    spendWork(work, 1 / 4);
    for (const name in next) {
      const member = (next as { [name: string]: Json })[name]!;
      if (typeof member === 'object') open.push(member);
    }
    const { $ref: reference } = next as { $ref?: Json };
    if (typeof reference === 'string') found.add(reference);
  }
  return found;
}
