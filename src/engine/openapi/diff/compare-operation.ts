import { membersOrEmpty } from '../../base/members.js';
import type { Json } from '../../base/types.js';
import { callbacksOf, type FoundOperation } from '../reading/operations.js';
import { compareBodies } from './compare-contents.js';
import { compareParameters } from './compare-fields.js';
import { compareMetadata, describeChange } from './compare-metadata.js';
import { compareExternalReferences } from './compare-outside.js';
import { compareResponses } from './compare-responses.js';
import { compareSecurity } from './compare-security.js';
import { compareServers } from './compare-servers.js';
import type { Comparison } from './comparison.js';
import { breaking, type Finding, nonBreaking } from './finding.js';
import { compareDeprecation } from './lifecycle.js';
import { spendWork } from './work-budget.js';

/** An operation that is in both documents. */
export interface OperationPair {
  before: FoundOperation;
  after: FoundOperation;
}

/** Maximum number of levels of nested callbacks. */
const maxLevels = 2;

/**
 * Returns the differences between two versions of an operation. In a webhook, callers receive the request and send the
 * response.
 */
export function compareOperation(comparison: Comparison, both: OperationPair, level = 0): Finding[] {
  const { before } = both;
  if (!spendWork(comparison.work, 1)) return [];
  const isCalled = before.kind === 'operation';
  const requestInput = { ...both, direction: isCalled ? 'sent' : 'got' } as const;
  const outside = compareExternalReferences(comparison, both);
  const arePartial = outside.some(({ at }) => at === 'parameters');
  const answered = { ...both, direction: isCalled ? 'got' : 'sent' } as const;
  return [
    ...ownDetails(comparison, both),
    ...(isCalled ? [...compareServers(comparison, both), ...compareSecurity(comparison, both)] : []),
    ...(areOperationsEqual(comparison, both)
      ? []
      : [
          ...outside,
          ...compareParameters(comparison, { ...requestInput, arePartial }),
          ...compareBodies(comparison, { ...requestInput, arePartial }),
          ...compareResponses(comparison, answered),
          ...(level < maxLevels ? compareCallbacks(comparison, both, level) : []),
        ]),
  ];
}

/**
 * Reports whether requests and responses are equal. Compares the operation, the parameters of its path item, and
 * `consumes` and `produces` of a Swagger 2.0 document.
 */
function areOperationsEqual(
  { isSame, before: one, after: other }: Comparison,
  { before, after }: OperationPair,
): boolean {
  const sameOf = (name: string, holder: Json, another: Json) =>
    isSame(membersOrEmpty(holder)[name] ?? null, membersOrEmpty(another)[name] ?? null);
  return (
    before.path === after.path &&
    isSame(before.operation.value, after.operation.value) &&
    sameOf('parameters', before.item.value, after.item.value) &&
    ['consumes', 'produces'].every((name) => sameOf(name, one.reader.members, other.reader.members))
  );
}

function ownDetails({ today }: Comparison, both: OperationPair): Finding[] {
  const [{ path: pathBefore, operation: before }, { path, operation: after }] = [both.before, both.after];
  const texts = compareMetadata(['summary', 'description', 'operationId'], before, after);
  const [one, other] = [membersOrEmpty(before.value), membersOrEmpty(after.value)];
  const tags = (value: Json | undefined) => (Array.isArray(value) ? [...value].sort() : []);
  const isOther = tags(one.tags).join('\n') !== tags(other.tags).join('\n');
  return [
    ...(pathBefore === path ? [] : [nonBreaking('operation', `the path ${describeChange(pathBefore, path)}`)]),
    ...compareDeprecation(one, other, today).map((verdict) => ({ at: 'operation', ...verdict })),
    ...texts.map((text) => ({ at: 'operation', ...text })),
    ...(isOther ? [nonBreaking('operation', `the tags ${describeChange(tags(one.tags), tags(other.tags))}`)] : []),
  ];
}

/** Compares callbacks, matched by name, address and method. */
function compareCallbacks(comparison: Comparison, { before, after }: OperationPair, level: number): Finding[] {
  const [one, other] = [
    new Map(callbacksOf(comparison.before.reader, before).map((callback) => [callbackPosition(callback), callback])),
    new Map(callbacksOf(comparison.after.reader, after).map((callback) => [callbackPosition(callback), callback])),
  ];
  const found: Finding[] = [];
  spendWork(comparison.work, one.size + other.size);
  for (const [at, callback] of one) {
    const sameCallback = other.get(at);
    if (!sameCallback) found.push(breaking(at, 'the callback was removed'));
    else
      for (const inner of compareOperation(comparison, { before: callback, after: sameCallback }, level + 1))
        found.push({ ...inner, at: `${at} ${inner.at}` });
  }
  for (const at of other.keys()) if (!one.has(at)) found.push(nonBreaking(at, 'the callback was added'));
  return found;
}

function callbackPosition({ name, method, path }: { name: string; method: string; path: string }): string {
  return `callback ${name} ${method} ${path}`;
}
