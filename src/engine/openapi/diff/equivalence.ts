import type { Json } from '../../base/types.js';
import { resolve, type SpecDocument } from '../reading/reader.js';
import type { Comparison } from './comparison.js';
import { spendWork } from './work-budget.js';

/** Maximum nesting depth of references and values. */
const maxDepth = 100;

/** Two values, and their nesting depth. */
interface Values {
  before: Json;
  after: Json;
  level?: number;
}

/** Reports whether two values are equal if their references are replaced by the targets. */
export function areEquivalent(comparison: Comparison, { before, after, level = 0 }: Values): boolean {
  if (comparison.isSame(before, after)) return true;
  const [one, other] = [resolveValue(comparison.before.reader, before), resolveValue(comparison.after.reader, after)];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  if (!spendWork(comparison.work, names.length + 1) || level > maxDepth) return false;
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  const [members, otherMembers] = [one, other] as { [name: string]: Json }[];
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      areEquivalent(comparison, { before: members![name]!, after: otherMembers![name]!, level: level + 1 }),
  );
}

function resolveValue(reader: SpecDocument, value: Json): Json {
  return resolve(reader, { value, place: null }).value;
}
