import { nameOf } from '../reading/schema-parts.js';
import { comparePair } from './compare-pair.js';
import { areSame, type Comparison, keyOf, type Schemas, shapeIn } from './comparison.js';
import type { Detail, Direction } from './detail.js';
import { spend } from './work.js';

/** Schemas that stand in each other's place in two documents. */
export interface Stand {
  before: Schemas;
  after: Schemas;
  direction: Direction;
  /** Whether null may stand there is told of what they are forms of. */
  isForm?: true;
}

/** Schemas within others, and the way there: `/name`, `/[]`. */
export interface Part {
  step: string;
  stand: Stand;
}

/** What was found of schemas: what differs in themselves, and what is within them. */
export interface SchemaPair extends Stand {
  details: Detail[];
  parts: { step: string; pair: SchemaPair }[];
  /** Names that both have for a schema which they consist of. */
  names: string[];
  /** Whether it, or what is within it, differs; whether that breaks callers. Told by `settle`. */
  differs: boolean;
  breaks: boolean;
}

/**
 * The pair of two schemas, which is compared once and later (`compareOpen`), since schemas may have one another in a circle; null
 * where they mean the same.
 */
export function pairOf(comparison: Comparison, stand: Stand): SchemaPair | null {
  const { before, after } = stand;
  if (areSame(comparison, before, after) || comparison.work.left <= 0) return null;
  const key = standKey(comparison, stand);
  const known = comparison.pairs.get(key);
  if (known) return known;
  const pair: SchemaPair = { ...stand, details: [], parts: [], names: [], differs: false, breaks: false };
  comparison.pairs.set(key, pair);
  comparison.open.push(pair);
  return pair;
}

/** What tells pairs apart. */
export function standKey(comparison: Comparison, { before, after, direction, isForm }: Stand): string {
  return `${direction}${isForm ? ' form' : ''} ${keyOf(comparison, before)} ${keyOf(comparison, after)}`;
}

/** Compares all pairs that wait for it, and those within them. */
export function compareOpen(comparison: Comparison): void {
  for (let pair = comparison.open.pop(); pair; pair = comparison.open.pop()) {
    if (!spend(comparison.work, 6)) continue;
    const { details, parts, isUnknown } = comparePair(comparison, pair);
    comparison.work.isCut ||= isUnknown === true;
    pair.details = details;
    pair.names = namesOf(comparison, pair);
    pair.parts = parts.flatMap(({ step, stand }) => {
      const inner = pairOf(comparison, stand);
      return inner ? [{ step, pair: inner }] : [];
    });
  }
}

/** Finds out which pairs differ and which break callers, through what is within them. */
export function settle({ pairs }: Comparison): void {
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

function namesOf(comparison: Comparison, { before, after }: Stand): string[] {
  const [one, other] = [shapeIn(comparison, comparison.before, before), shapeIn(comparison, comparison.after, after)];
  const names = new Set(one.parts.flatMap((part) => nameOf(part) ?? []));
  return other.parts.flatMap((part) => nameOf(part) ?? []).filter((name) => names.has(name));
}
