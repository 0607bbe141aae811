import type { Json } from '../../base/types.js';
import type { Located } from '../reading/place.js';
import { followed, type Reader } from '../reading/reader.js';
import { type Equality, equality } from './equality.js';
import { spend, type Work } from './work.js';

/** What a reference of the earlier document leads to in both. */
interface Target {
  before: Located;
  after: Located;
  isTouched: boolean;
  /** Those that refer to it. */
  usedBy: Target[];
}

/** Whether values of two documents mean the same: their texts are equal, and what they refer to means the same. */
export function sameness(before: Reader, after: Reader, work: Work): Equality {
  // From OpenAPI 3.1 on, what stands beside a reference counts: between two versions its text alone tells nothing.
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
 * Tells of a reference whether what it leads to differs between two documents, itself or in what that leads to. Where telling it
 * takes too much work, all do.
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

/** What refers to something that differs does, too. */
function spread(open: Target[]): void {
  for (let target = open.pop(); target; target = open.pop()) {
    for (const user of target.usedBy) {
      if (user.isTouched) continue;
      user.isTouched = true;
      open.push(user);
    }
  }
}

/** The references in a value, each once. */
function referencesIn(value: Json, work: Work): Set<string> {
  const found = new Set<string>();
  const open = [value];
  for (let next = open.pop(); next !== undefined && work.left > 0; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    // A look is little work here, a quarter of what it is elsewhere.
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
