import { namelessPath } from '../reading/operation-key.js';
import type { FoundOperation } from '../reading/operations.js';
import { hasOutsideReferences, outsideParts, outsideReference, outsideReferences } from '../reading/outside.js';
import type { MergedSchema } from '../reading/shape.js';
import type { OperationPair } from './compare-operation.js';
import type { Comparison, Side } from './comparison.js';
import type { Detail } from './detail.js';
import { nonBreaking } from './finding.js';
import { spendWork } from './work-budget.js';

/**
 * Describes a changed reference to another document. The change never counts as breaking, because the content of that
 * document is unknown.
 */
function referenceChange(before: readonly string[], after: readonly string[]): string {
  const named = (references: readonly string[]) => references.join(', ') || 'none';
  return `the reference was ${named(before)} and is ${named(after)}; other documents are not compared`;
}

/** Describes changed references of two schemas to other documents; null if the references are equal. */
export function schemaReferences({ before, after }: Comparison, one: MergedSchema, other: MergedSchema): string | null {
  if (!hasOutsideReferences(before.reader) && !hasOutsideReferences(after.reader)) return null;
  const [was, is] = [outsideReferencesOf(before, one), outsideReferencesOf(after, other)];
  return was.join('\n') === is.join('\n') ? null : referenceChange(was, is);
}

function outsideReferencesOf({ reader }: Side, { parts }: MergedSchema): string[] {
  return [...new Set(parts.flatMap((part) => outsideReference(reader, part) ?? []))].sort();
}

/** Returns the changed references of an operation to other documents, except those in schemas, with their positions. */
export function compareExternalReferences(comparison: Comparison, { before, after }: OperationPair): Detail[] {
  const { before: one, after: other, work } = comparison;
  if (![one, other].some(({ reader }) => hasOutsideReferences(reader))) return [];
  const [was, is] = [
    outsideReferences(one.reader, before, () => spendWork(work, 1 / 4)),
    outsideReferences(other.reader, after, () => spendWork(work, 1 / 4)),
  ];
  const places = [...new Set([...was.keys(), ...is.keys()])];
  const found = places.flatMap((at) => {
    const [references, otherReferences] = [was.get(at) ?? [], is.get(at) ?? []];
    return references.join('\n') === otherReferences.join('\n')
      ? []
      : [nonBreaking(at, referenceChange(references, otherReferences))];
  });
  if (found.length > 0) work.isCut = true;
  return found;
}

/**
 * Marks the comparison as incomplete if a path item, webhook or security scheme is now in a different document than
 * before.
 * @returns a function that returns a detail for a missing operation if its path item is now in another document
 */
export function compareOutsideParts({ before, after, work }: Comparison): (gone: FoundOperation) => Detail | null {
  const [was, is] = [outsideParts(before.reader), outsideParts(after.reader)];
  if ([...was.keys(), ...is.keys()].some((key) => was.get(key) !== is.get(key))) work.isCut = true;
  return ({ kind, path }) => {
    const reference = is.get(`${kind} ${kind === 'operation' ? namelessPath(path) : path}`);
    return reference === undefined ? null : nonBreaking('path', referenceChange([], [reference]));
  };
}
