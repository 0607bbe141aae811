import { type Members, membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { type FoundOperation, type OperationName, operationsOf } from '../reading/operations.js';
import { openDocument } from '../reading/reader.js';
import { type NamedPair, namedDetails, namedSchemas, pairNamed, usedSchemas } from './compare-named.js';
import { compareOperation, type OperationPair } from './compare-operation.js';
import { compareOutsideParts } from './compare-outside.js';
import { type Comparison, newComparison } from './comparison.js';
import type { Detail } from './detail.js';
import type { Finding } from './finding.js';
import { compareStability, isUnstable, removalBreaks } from './lifecycle.js';
import { matchOperations } from './match-operations.js';
import { createDetailReport, type DetailReport, isAnyBreaking, reportDetails } from './report-details.js';
import { comparePendingPairs, markDifferences } from './schema-pair.js';
import { isComplete } from './work-budget.js';

/** Kind of a change between two documents. */
export type ChangeKind = 'added' | 'removed' | 'changed';

/** An operation that was added, removed or changed. */
export interface OperationChange extends OperationName {
  change: ChangeKind;
  /** Whether correct callers may now fail. */
  isBreaking: boolean;
  /** Differences in the order of the operation, at most some hundred. Empty for an added or removed operation. */
  details: Detail[];
}

/**
 * A named schema that was added, removed or changed. The change can break callers only if an operation uses the schema.
 */
export interface SchemaChange {
  name: string;
  change: ChangeKind;
  isBreaking: boolean;
  /** Differences of the schema and of the schemas within it. */
  details: Detail[];
}

/** Differences between two documents: operations in the order of their paths, schemas by name. */
export interface SpecificationDiff {
  operations: OperationChange[];
  schemas: SchemaChange[];
  /**
   * False if a part was not compared because its references to other documents changed, or because the work limit was
   * reached.
   */
  isComplete: boolean;
}

/** A day before every possible sunset. */
const dayBeforeAllSunsets = '0000-01-01';

/**
 * Compares two documents, and reports which changes break callers. Compares each pair of schemas once, and skips pairs
 * whose texts and targets are equal. Never throws; ignores malformed parts.
 * @param today the current day in UTC, such as `2026-12-31`, for comparison with `x-sunset`; if absent, no sunset
 * counts as reached
 */
export function diffDocuments(before: Json, after: Json, today = dayBeforeAllSunsets): SpecificationDiff {
  const comparison = newComparison(openDocument(before), openDocument(after), today);
  const operations = matchedOperations(comparison);
  const schemas = changedSchemas(comparison);
  comparePendingPairs(comparison);
  markDifferences(comparison);
  // Changes to schemas that are used only by draft and alpha operations do not break callers.
  const roots = operations.flatMap(({ found, isExempt }) =>
    (isExempt ? [] : found).flatMap((one) => ('pair' in one ? [one.pair] : [])),
  );
  const uses = usedSchemas(roots);
  const detailReport = createDetailReport();
  return {
    operations: operations.flatMap((one) => operationChanges(detailReport, one)),
    schemas: schemas.flatMap((one) => schemaChanges(detailReport, one, uses)),
    isComplete: isComplete(comparison.work),
  };
}

interface OperationComparison {
  operation: FoundOperation;
  change: ChangeKind;
  found: Finding[];
  /** Whether the operation is a draft or alpha, so that its other differences are not breaking. */
  isExempt?: boolean;
  /** Differences that are breaking even for drafts and alphas. */
  stability?: Detail[];
  /** Whether the removal breaks callers. */
  isRemovalBreaking?: boolean;
}

function matchedOperations(comparison: Comparison): OperationComparison[] {
  const [one, other] = [operationsOf(comparison.before.reader), operationsOf(comparison.after.reader)];
  const { before, added } = matchOperations(one, other);
  const outsideNow = compareOutsideParts(comparison);
  return [
    ...before.map(({ before, after }): OperationComparison => {
      if (after) return compareMatchedOperations(comparison, { before, after });
      const outside = outsideNow(before);
      if (outside) return { operation: before, change: 'changed', found: [outside] };
      const isRemovalBreaking = removalBreaks(membersOrEmpty(before.operation.value), comparison.today);
      return { operation: before, change: 'removed', found: [], isRemovalBreaking };
    }),
    ...added.map((operation): OperationComparison => ({ operation, change: 'added', found: [] })),
  ];
}

function compareMatchedOperations(comparison: Comparison, both: OperationPair): OperationComparison {
  const [was, is] = [both.before, both.after].map(({ operation }) => membersOrEmpty(operation.value)) as [
    Members,
    Members,
  ];
  return {
    operation: both.after,
    change: 'changed',
    found: compareOperation(comparison, both),
    isExempt: isUnstable(is),
    stability: compareStability(was, is).map((verdict) => ({ at: 'operation', ...verdict })),
  };
}

function operationChanges(detailReport: DetailReport, one: OperationComparison): OperationChange[] {
  const { operation, change, found, stability = [] } = one;
  const { kind, path, method } = operation;
  const details = [
    ...stability,
    ...reportDetails(detailReport, found).map(one.isExempt ? harmlessDetail : (detail) => detail),
  ];
  if (change === 'changed' && details.length === 0) return [];
  const isBreaking =
    one.isRemovalBreaking === true || isAnyBreaking(stability) || (!one.isExempt && isAnyBreaking(found));
  return [{ kind, path, method, change, isBreaking, details }];
}

const harmlessDetail = (detail: Detail): Detail => ({ ...detail, isBreaking: false });

type NamedChange = NamedPair | Pick<SchemaChange, 'name' | 'change'>;

function changedSchemas(comparison: Comparison): NamedChange[] {
  const [before, after] = [namedSchemas(comparison.before.reader), namedSchemas(comparison.after.reader)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().map((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one && other) return pairNamed(comparison, name, { before: one, after: other });
    return { name, change: one ? 'removed' : 'added' };
  });
}

function schemaChanges(detailReport: DetailReport, one: NamedChange, uses: ReadonlySet<string>): SchemaChange[] {
  if ('change' in one) return [{ ...one, isBreaking: false, details: [] }];
  const details = namedDetails(detailReport, one, uses);
  const isBreaking = details.some((detail) => detail.isBreaking);
  return details.length > 0 ? [{ name: one.name, change: 'changed', isBreaking, details }] : [];
}
