import type { Json } from '../../base/types.js';
import { followed, type Reader } from '../reading/reader.js';
import type { Comparison } from './comparison.js';
import { spend } from './work.js';

/** References in references that are followed, and values in values. */
const mostLevels = 100;

/** Two values, and in how many others they stand. */
interface Values {
  before: Json;
  after: Json;
  level?: number;
}

/** Whether two values say the same, whether something in them is referred to or stands there. */
export function meanSame(comparison: Comparison, { before, after, level = 0 }: Values): boolean {
  if (comparison.isSame(before, after)) return true;
  const [one, other] = [targetOf(comparison.before.reader, before), targetOf(comparison.after.reader, after)];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  if (!spend(comparison.work, names.length + 1) || level > mostLevels) return false;
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== Object.keys(other).length) return false;
  const [members, others] = [one, other] as { [name: string]: Json }[];
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      meanSame(comparison, { before: members![name]!, after: others![name]!, level: level + 1 }),
  );
}

function targetOf(reader: Reader, value: Json): Json {
  return followed(reader, { value, place: null }).value;
}
