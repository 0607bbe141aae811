import { expect, it } from 'vitest';
import type { Json } from '../../../../src/engine/base/types.js';
import { diffDocuments } from '../../../../src/engine/openapi/diff/diff-documents.js';

/** A change of a document, and where it is told of operations: what breaks callers begins with an exclamation mark. */
export type Row = readonly [title: string, before: Json, after: Json, told: readonly string[]];

/** Where the differences of operations are told; what breaks callers begins with an exclamation mark. */
export function placesOf(before: Json, after: Json): string[] {
  return told(before, after).map(([place]) => place);
}

/** The same with the sentence of each. */
export function sentencesOf(before: Json, after: Json): string[] {
  return told(before, after).map(([place, message]) => (message === undefined ? place : `${place}: ${message}`));
}

/** Names of the named schemas that differ; those that break callers begin with an exclamation mark. */
export function schemasOf(before: Json, after: Json): string[] {
  return diffDocuments(before, after).schemas.map(
    ({ name, change, isBreaking }) => `${isBreaking ? '!' : ''}${name} ${change}`,
  );
}

/** A test for each row, both of whose documents stay as they are. */
export function holdsEach(rows: readonly Row[]): void {
  it.each(rows)('%s', (...[, before, after, expected]: Row) => {
    expect(placesOf(before, after)).toEqual(expected);
    expect(diffDocuments(before, before).operations).toEqual([]);
    expect(diffDocuments(after, structuredClone(after)).operations).toEqual([]);
  });
}

function told(before: Json, after: Json): [place: string, message?: string][] {
  const { operations, isComplete } = diffDocuments(before, after);
  expect(isComplete).toBe(true);
  return operations.flatMap(({ method, path, change, isBreaking, details }): [string, string?][] => {
    expect(isBreaking).toBe(change === 'removed' || details.some((detail) => detail.isBreaking));
    if (change !== 'changed') return [[`${isBreaking ? '!' : ''}${method} ${path} ${change}`]];
    return details.map(({ at, message, isBreaking: breaks }) => [`${breaks ? '!' : ''}${at}`, message]);
  });
}
