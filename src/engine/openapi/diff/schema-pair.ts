import { schemaNameOf } from '../reading/schema-parts.js';
import { comparePair } from './compare-pair.js';
import { areSame, type Comparison, type Schemas, schemasKey, shapeIn } from './comparison.js';
import type { Detail, Direction } from './detail.js';
import { spendWork } from './work-budget.js';

/** Schemas at the same position in two documents. */
export interface PairInput {
  before: Schemas;
  after: Schemas;
  direction: Direction;
  /** Set if the schemas are forms of a choice. A change of null is then reported by the comparison of the choice. */
  isForm?: true;
}

/** A nested schema, and the path from its parent, such as `/name` or `/[]`. */
export interface NestedSchema {
  step: string;
  input: PairInput;
}

/** Two compared schemas: their own differences, and their nested pairs. */
export interface SchemaPair extends PairInput {
  details: Detail[];
  parts: { step: string; pair: SchemaPair }[];
  /** Names that a schema of the pair has in both documents. */
  names: string[];
  /** Whether the pair or a nested pair differs, and whether that breaks callers. `markDifferences` sets both. */
  differs: boolean;
  breaks: boolean;
}

/**
 * Returns the pair of two schemas; null if they have the same meaning or the work budget is used up.
 * `comparePendingPairs` compares each pair later and only once, because schemas may be recursive.
 */
export function findPair(comparison: Comparison, pairInput: PairInput): SchemaPair | null {
  const { before, after } = pairInput;
  if (areSame(comparison, before, after) || comparison.work.left <= 0) return null;
  const key = pairKey(comparison, pairInput);
  const known = comparison.pairs.get(key);
  if (known) return known;
  const pair: SchemaPair = { ...pairInput, details: [], parts: [], names: [], differs: false, breaks: false };
  comparison.pairs.set(key, pair);
  comparison.pendingPairs.push(pair);
  return pair;
}

/** Returns the key of a pair. */
export function pairKey(comparison: Comparison, { before, after, direction, isForm }: PairInput): string {
  return `${direction}${isForm ? ' form' : ''} ${schemasKey(comparison, before)} ${schemasKey(comparison, after)}`;
}

/** Compares all pending pairs and the pairs nested in them. */
export function comparePendingPairs(comparison: Comparison): void {
  for (let pair = comparison.pendingPairs.pop(); pair; pair = comparison.pendingPairs.pop()) {
    if (!spendWork(comparison.work, 6)) continue;
    const { details, parts, isUnknown } = comparePair(comparison, pair);
    comparison.work.isCut ||= isUnknown === true;
    pair.details = details;
    pair.names = commonNames(comparison, pair);
    pair.parts = parts.flatMap(({ step, input }) => {
      const inner = findPair(comparison, input);
      return inner ? [{ step, pair: inner }] : [];
    });
  }
}

/** Marks the pairs that differ or break callers, themselves or through a nested pair. */
export function markDifferences({ pairs }: Comparison): void {
  const users = new Map<SchemaPair, SchemaPair[]>();
  for (const user of pairs.values())
    for (const { pair } of user.parts) {
      const known = users.get(pair);
      if (known) known.push(user);
      else users.set(pair, [user]);
    }
  for (const mark of ['differs', 'breaks'] as const) {
    const open = [...pairs.values()].filter(({ details }) =>
      mark === 'differs' ? details.length > 0 : details.some(({ isBreaking }) => isBreaking),
    );
    for (const pair of open) pair[mark] = true;
    for (let pair = open.pop(); pair; pair = open.pop())
      for (const user of users.get(pair) ?? []) {
        if (user[mark]) continue;
        user[mark] = true;
        open.push(user);
      }
  }
}

function commonNames(comparison: Comparison, { before, after }: PairInput): string[] {
  const [one, other] = [shapeIn(comparison, comparison.before, before), shapeIn(comparison, comparison.after, after)];
  const names = new Set(one.parts.flatMap((part) => schemaNameOf(part) ?? []));
  return other.parts.flatMap((part) => schemaNameOf(part) ?? []).filter((name) => names.has(name));
}
