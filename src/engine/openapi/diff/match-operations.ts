import { operationKey } from '../reading/operation-key.js';
import type { FoundOperation } from '../reading/operations.js';
import type { OperationPair } from './compare-operation.js';

/**
 * Operations of the earlier document with their later versions, in order, and operations that are only in the later
 * document.
 */
export interface MatchedOperations {
  /** `after` is undefined if the operation was removed. */
  before: (Pick<OperationPair, 'before'> & { after: FoundOperation | undefined })[];
  added: FoundOperation[];
}

/**
 * Matches operations by kind, method and path. Names of path parameters may differ, but paths with equal parameter
 * names are matched first.
 */
export function matchOperations(
  before: readonly FoundOperation[],
  after: readonly FoundOperation[],
): MatchedOperations {
  const exact = new Map(after.map((found) => [exactKey(found), found]));
  const known = new Set(before.map(exactKey));
  const left = new Map<string, FoundOperation[]>();
  for (const found of after) {
    if (known.has(exactKey(found))) continue;
    const key = operationKey(found);
    const operationsWithKey = left.get(key);
    if (operationsWithKey) operationsWithKey.push(found);
    else left.set(key, [found]);
  }
  return {
    before: before.map((found) => ({
      before: found,
      after: exact.get(exactKey(found)) ?? left.get(operationKey(found))?.shift(),
    })),
    added: [...left.values()].flat(),
  };
}

function exactKey({ kind, method, path }: FoundOperation): string {
  return `${kind} ${method} ${path}`;
}
