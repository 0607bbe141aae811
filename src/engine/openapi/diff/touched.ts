import type { Json } from '../../base/types.js';
import type { Located } from '../reading/place.js';
import { followed, type Reader } from '../reading/reader.js';
import { type Equality, equality } from './equality.js';
import { spend, type Work } from './work.js';

/** Target of a reference of the earlier document, in both documents. */
interface Target {
  before: Located;
  after: Located;
  isTouched: boolean;
  /** Targets that refer to this one. */
  usedBy: Target[];
}

/**
 * Returns a function that reports whether values of two documents mean the same: their texts are equal, and their
 * references have equal targets.
 */
export function sameness(before: Reader, after: Reader, work: Work): Equality {
  // From OpenAPI 3.1 on, members next to a reference count. Across versions, equal texts of such objects prove nothing.
  const isBeside = (holder: object) => before.dialect !== after.dialect && Object.keys(holder).length > 1;
  const texts = equality((_, holder) => isBeside(holder));
  const isTouched = touchedReferences({ before, after, texts }, work);
  return equality((reference, holder) => isBeside(holder) || isTouched(reference));
}

interface Texts {
  before: Reader;
  after: Reader;
  texts: Equality;
}

/**
 * Returns a function that reports whether the target of a reference differs between two documents, directly or through
 * its own references. If this takes too much work, all targets count as different.
 */
function touchedReferences({ before, after, texts }: Texts, work: Work): (reference: string) => boolean {
  const targets = new Map<string, Target>();
  const known = new Map<unknown, Target>();
  for (const reference of referencesIn(before.root.value, work)) {
    const found = targetOf({ before, after, reference });
    const same = known.get(found.before.value);
    const target = same?.after.value === found.after.value ? same : found;
    if (target === found) target.isTouched = !texts(found.before.value, found.after.value);
    known.set(found.before.value, target);
    targets.set(reference, target);
  }
  for (const target of new Set(targets.values()))
    for (const reference of referencesIn(target.before.value, work)) targets.get(reference)?.usedBy.push(target);
  if (work.left <= 0) return () => true;
  spread([...targets.values()].filter(({ isTouched }) => isTouched));
  return (reference) => targets.get(reference)?.isTouched ?? true;
}

function targetOf({ before, after, reference }: { before: Reader; after: Reader; reference: string }): Target {
  const start: Located = { value: { $ref: reference }, place: null };
  return { before: followed(before, start), after: followed(after, start), isTouched: false, usedBy: [] };
}

/** Marks everything that refers to a target that differs. */
function spread(open: Target[]): void {
  for (let target = open.pop(); target; target = open.pop()) {
    for (const user of target.usedBy) {
      if (user.isTouched) continue;
      user.isTouched = true;
      open.push(user);
    }
  }
}

/** Returns the distinct references in a value. */
function referencesIn(value: Json, work: Work): Set<string> {
  const found = new Set<string>();
  const open = [value];
  for (let next = open.pop(); next !== undefined && work.left > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    // A visit here costs a quarter of a visit elsewhere.
    spend(work, 1 / 4);
    for (const name in next) {
      const member = (next as { [name: string]: Json })[name]!;
      if (typeof member === 'object') open.push(member);
    }
    const { $ref: reference } = next as { $ref?: Json };
    if (typeof reference === 'string') found.add(reference);
  }
  return found;
}
