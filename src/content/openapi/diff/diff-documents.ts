import type { Json } from '../../types.js';
import { type FoundOperation, type OperationName, operationsOf } from '../reading/operations.js';
import { readerOf } from '../reading/reader.js';
import { type NamedPair, namedDetails, namedSchemas, pairNamed, usesOf } from './compare-named.js';
import { compareOperation } from './compare-operation.js';
import { compareOutsideParts } from './compare-outside.js';
import { type Comparison, newComparison } from './comparison.js';
import type { Detail } from './detail.js';
import type { Found } from './found.js';
import { matchOperations } from './match-operations.js';
import { compareOpen, settle } from './schema-pair.js';
import { isAnyBreaking, newTelling, type Telling, toldDetails } from './tell-pairs.js';
import { isDone } from './work.js';

/** What became of something between two documents. */
export type ChangeKind = 'added' | 'removed' | 'changed';

/** An operation that is another one. */
export interface OperationChange extends OperationName {
  change: ChangeKind;
  /** Whether callers who did nothing wrong before may fail now. */
  isBreaking: boolean;
  /** What differs, in the order of the operation, at most some hundreds; empty for what is added or removed. */
  details: Detail[];
}

/** A named schema that is another one. It breaks callers where an operation takes or gives it. */
export interface SchemaChange {
  name: string;
  change: ChangeKind;
  isBreaking: boolean;
  /** What differs in it and in the schemas within it. */
  details: Detail[];
}

/** The differences of two documents, operations in the order of their paths, schemas by name. */
export interface SpecificationDiff {
  operations: OperationChange[];
  schemas: SchemaChange[];
  /** False if a part was not compared: it leads to other documents than before, or takes more work than is allowed. */
  isComplete: boolean;
}

/**
 * Compares two documents as callers see them: each pair of schemas once, however often it is used, and none whose texts are equal
 * with all that they refer to. Never fails; what is of another shape says nothing.
 */
export function diffDocuments(before: Json, after: Json): SpecificationDiff {
  const comparison = newComparison(readerOf(before), readerOf(after));
  const operations = foundOperations(comparison);
  const schemas = foundSchemas(comparison);
  compareOpen(comparison);
  settle(comparison);
  const roots = operations.flatMap(({ found }) => found.flatMap((one) => ('pair' in one ? [one.pair] : [])));
  const uses = usesOf(roots);
  const telling = newTelling();
  return {
    operations: operations.flatMap((one) => operationChanges(telling, one)),
    schemas: schemas.flatMap((one) => schemaChanges(telling, one, uses)),
    isComplete: isDone(comparison.work),
  };
}

interface FoundChange {
  operation: FoundOperation;
  change: ChangeKind;
  found: Found[];
}

function foundOperations(comparison: Comparison): FoundChange[] {
  const [one, other] = [operationsOf(comparison.before.reader), operationsOf(comparison.after.reader)];
  const { before, added } = matchOperations(one, other);
  const outsideNow = compareOutsideParts(comparison);
  return [
    ...before.map(({ before, after }): FoundChange => {
      const outside = after ? null : outsideNow(before);
      if (outside) return { operation: before, change: 'changed', found: [outside] };
      if (!after) return { operation: before, change: 'removed', found: [] };
      return { operation: after, change: 'changed', found: compareOperation(comparison, { before, after }) };
    }),
    ...added.map((operation): FoundChange => ({ operation, change: 'added', found: [] })),
  ];
}

function operationChanges(telling: Telling, { operation, change, found }: FoundChange): OperationChange[] {
  const { kind, path, method } = operation;
  const details = toldDetails(telling, found);
  if (change === 'changed' && details.length === 0) return [];
  return [{ kind, path, method, change, isBreaking: change === 'removed' || isAnyBreaking(found), details }];
}

type NamedChange = NamedPair | Pick<SchemaChange, 'name' | 'change'>;

function foundSchemas(comparison: Comparison): NamedChange[] {
  const [before, after] = [namedSchemas(comparison.before.reader), namedSchemas(comparison.after.reader)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one && other) return pairNamed(comparison, name, { before: one, after: other });
    return { name, change: one ? 'removed' : 'added' };
  });
}

function schemaChanges(telling: Telling, one: NamedChange, uses: ReadonlySet<string>): SchemaChange[] {
  if ('change' in one) return [{ ...one, isBreaking: false, details: [] }];
  const details = namedDetails(telling, one, uses);
  const isBreaking = details.some((detail) => detail.isBreaking);
  return details.length > 0 ? [{ name: one.name, change: 'changed', isBreaking, details }] : [];
}
