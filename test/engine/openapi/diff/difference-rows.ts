import { expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';

/**
 * A change of a document, and the expected positions of the differences. Positions of breaking differences begin with
 * `!`.
 */
export type Row = readonly [title: string, before: Json, after: Json, told: readonly string[]];

/** Returns the positions of the differences of operations. Positions of breaking differences begin with `!`. */
export function differencePositions(before: Json, after: Json): string[] {
  return differencesOf(before, after).map(([place]) => place);
}

/** Returns the same list as `differencePositions`, with the message of each difference. */
export function differenceMessages(before: Json, after: Json): string[] {
  return differencesOf(before, after).map(([place, message]) =>
    message === undefined ? place : `${place}: ${message}`,
  );
}

/** Returns the names of the schemas that differ, each with its change. Names of breaking changes begin with `!`. */
export function schemasOf(before: Json, after: Json): string[] {
  return diffDocuments(before, after).schemas.map(
    ({ name, change, isBreaking }) => `${isBreaking ? '!' : ''}${name} ${change}`,
  );
}

/** Defines a test for each row. Also checks that each document has no differences from itself. */
export function testEachRow(rows: readonly Row[]): void {
  it.each(rows)('%s', (...[, before, after, expected]: Row) => {
    expect(differencePositions(before, after)).toEqual(expected);
    expect(diffDocuments(before, before).operations).toEqual([]);
    expect(diffDocuments(after, structuredClone(after)).operations).toEqual([]);
  });
}

function differencesOf(before: Json, after: Json): [place: string, message?: string][] {
  const { operations, isComplete } = diffDocuments(before, after);
  expect(isComplete).toBe(true);
  return operations.flatMap(({ method, path, change, isBreaking, details }): [string, string?][] => {
    expect(isBreaking).toBe(change === 'removed' || details.some((detail) => detail.isBreaking));
    if (change !== 'changed') return [[`${isBreaking ? '!' : ''}${method} ${path} ${change}`]];
    return details.map(({ at, message, isBreaking: breaks }) => [`${breaks ? '!' : ''}${at}`, message]);
  });
}
