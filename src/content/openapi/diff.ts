import { equalJson } from '../canonical-json.js';
import { type Members, membersOf } from '../members.js';
import type { Json } from '../types.js';
import { compareOperations } from './compare-operations.js';
import { type Comparison, compareNamed, type Detail, type Direction, settle } from './compare-schemas.js';
import { type Operation, operationsOf } from './interface.js';
import { schemaName, schemasOf } from './resolve.js';

/** What became of something between two documents. */
export type ChangeKind = 'added' | 'removed' | 'changed';

/** An operation that is another one. */
export interface OperationChange extends Pick<Operation, 'kind' | 'path' | 'method'> {
  change: ChangeKind;
  /** Whether callers who did nothing wrong before may fail now. */
  isBreaking: boolean;
  /** What differs, in the order of the operation; empty for what is added or removed, and where only words differ. */
  details: Detail[];
}

/** A named schema that is another one. It breaks callers where an operation before took or gave it. */
export interface SchemaChange {
  name: string;
  change: ChangeKind;
  isBreaking: boolean;
  details: Detail[];
}

/** The differences of two documents, operations in the order of their paths, schemas by name. */
export interface SpecificationDiff {
  operations: OperationChange[];
  schemas: SchemaChange[];
}

/** Compares two documents as callers see them. Each named schema is compared once, however often it is used. */
export function diffDocuments(before: Json, after: Json): SpecificationDiff {
  const comparison: Comparison = { from: membersOf(before), to: membersOf(after), known: new Map() };
  const [one, other] = [operationsOf(comparison.from), operationsOf(comparison.to)];
  return {
    operations: [
      ...[...one].flatMap(([key, operation]) => changeOf(comparison, operation, other.get(key))),
      ...[...other].filter(([key]) => !one.has(key)).map(([, operation]) => changed(operation, 'added')),
    ],
    schemas: schemaChanges(comparison, one),
  };
}

function changeOf(comparison: Comparison, one: Operation, other: Operation | undefined): OperationChange[] {
  if (!other) return [changed(one, 'removed')];
  const details = settle(comparison, compareOperations(comparison, one, other));
  return details.length > 0 || !equalJson(one.source, other.source) ? [changed(other, 'changed', details)] : [];
}

function changed({ kind, path, method }: Operation, change: ChangeKind, details: Detail[] = []): OperationChange {
  const isBreaking = change === 'removed' || details.some((detail) => detail.isBreaking);
  return { kind, path, method, change, isBreaking, details };
}

function schemaChanges(comparison: Comparison, operations: ReadonlyMap<string, Operation>): SchemaChange[] {
  const [before, after] = [schemasOf(comparison.from), schemasOf(comparison.to)];
  const used = usesOf(comparison.from, operations);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): SchemaChange[] => {
    if (!Object.hasOwn(after, name)) return [{ name, change: 'removed', isBreaking: false, details: [] }];
    if (!Object.hasOwn(before, name)) return [{ name, change: 'added', isBreaking: false, details: [] }];
    const details = detailsOf(comparison, name, used.get(name) ?? new Set());
    if (details.length === 0 && equalJson(before[name], after[name])) return [];
    return [{ name, change: 'changed', isBreaking: details.some(({ isBreaking }) => isBreaking), details }];
  });
}

/** The details of a schema in the directions that it is used in; one that both have breaks if it breaks one of them. */
function detailsOf(comparison: Comparison, name: string, uses: ReadonlySet<Direction>): Detail[] {
  const found = new Map<string, Detail>();
  for (const direction of ['request', 'response'] as const) {
    for (const detail of settle(comparison, compareNamed(comparison, name, direction))) {
      const key = `${detail.at} ${detail.message}`;
      const isBreaking = (detail.isBreaking && uses.has(direction)) || (found.get(key)?.isBreaking ?? false);
      found.set(key, { ...detail, isBreaking });
    }
  }
  return [...found.values()];
}

/** In which directions named schemas are used by operations, through others too. */
function usesOf(document: Members, operations: ReadonlyMap<string, Operation>): Map<string, Set<Direction>> {
  const uses = new Map<string, Set<Direction>>();
  const schemas = schemasOf(document);
  const open: [Json | undefined, Direction][] = [];
  for (const { parameters, body, responses } of operations.values()) {
    for (const { schema } of parameters.values()) open.push([schema, 'request']);
    for (const schema of body?.contents.values() ?? []) open.push([schema, 'request']);
    for (const { contents } of responses.values())
      for (const schema of contents.values()) open.push([schema, 'response']);
  }
  for (let next = open.pop(); next; next = open.pop()) {
    const [value, direction] = next;
    const name = schemaName(value);
    if (name !== null) {
      const known = uses.get(name) ?? new Set();
      if (known.has(direction)) continue;
      uses.set(name, known.add(direction));
      open.push([schemas[name], direction]);
    } else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) open.push([inner as Json, direction]);
  }
  return uses;
}
