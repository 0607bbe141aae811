import { type Members, membersOf } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type FoundOperation, type OperationName, operationsOf } from '../reading/operations.js';
import { readerOf } from '../reading/reader.js';
import { type NamedPair, namedDetails, namedSchemas, pairNamed, usesOf } from './compare-named.js';
import { type BothOperations, compareOperation } from './compare-operation.js';
import { compareOutsideParts } from './compare-outside.js';
import { type Comparison, newComparison } from './comparison.js';
import type { Detail } from './detail.js';
import type { Finding } from './finding.js';
import { compareStability, isUnstable, removalBreaks } from './lifecycle.js';
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

/** A day before all sunsets. */
const longAgo = '0000-01-01';

/**
 * Compares two documents as callers see them: each pair of schemas once, however often it is used, and none whose texts are equal
 * with all that they refer to. Never fails; what is of another shape says nothing.
 * @param today the day in UTC, `2026-12-31`, by which `x-sunset` is judged; without it no sunset is reached
 */
export function diffDocuments(before: Json, after: Json, today = longAgo): SpecificationDiff {
  const comparison = newComparison(readerOf(before), readerOf(after), today);
  const operations = foundOperations(comparison);
  const schemas = foundSchemas(comparison);
  compareOpen(comparison);
  settle(comparison);
  // Schemas of drafts and alphas break nobody there.
  const roots = operations.flatMap(({ found, isExempt }) =>
    (isExempt ? [] : found).flatMap((one) => ('pair' in one ? [one.pair] : [])),
  );
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
  found: Finding[];
  /** It is a draft or alpha: what else differs breaks nobody. */
  isExempt?: boolean;
  /** Differences that break drafts and alphas as well. */
  stability?: Detail[];
  /** Whether its removal breaks callers. */
  isRemovalBreaking?: boolean;
}

function foundOperations(comparison: Comparison): FoundChange[] {
  const [one, other] = [operationsOf(comparison.before.reader), operationsOf(comparison.after.reader)];
  const { before, added } = matchOperations(one, other);
  const outsideNow = compareOutsideParts(comparison);
  return [
    ...before.map(({ before, after }): FoundChange => {
      if (after) return changeOf(comparison, { before, after });
      const outside = outsideNow(before);
      if (outside) return { operation: before, change: 'changed', found: [outside] };
      const isRemovalBreaking = removalBreaks(membersOf(before.operation.value), comparison.today);
      return { operation: before, change: 'removed', found: [], isRemovalBreaking };
    }),
    ...added.map((operation): FoundChange => ({ operation, change: 'added', found: [] })),
  ];
}

function changeOf(comparison: Comparison, both: BothOperations): FoundChange {
  const [was, is] = [both.before, both.after].map(({ operation }) => membersOf(operation.value)) as [Members, Members];
  return {
    operation: both.after,
    change: 'changed',
    found: compareOperation(comparison, both),
    isExempt: isUnstable(is),
    stability: compareStability(was, is).map((verdict) => ({ at: 'operation', ...verdict })),
  };
}

function operationChanges(telling: Telling, one: FoundChange): OperationChange[] {
  const { operation, change, found, stability = [] } = one;
  const { kind, path, method } = operation;
  const details = [
    ...stability,
    ...toldDetails(telling, found).map(one.isExempt ? harmlessDetail : (detail) => detail),
  ];
  if (change === 'changed' && details.length === 0) return [];
  const isBreaking =
    one.isRemovalBreaking === true || isAnyBreaking(stability) || (!one.isExempt && isAnyBreaking(found));
  return [{ kind, path, method, change, isBreaking, details }];
}

const harmlessDetail = (detail: Detail): Detail => ({ ...detail, isBreaking: false });

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
