import { methods } from '../methods.js';
import { type LocatedValue, memberAt, membersAt } from './json-path.js';
import { resolve, type SpecDocument } from './reader.js';

/** Identity of an operation or a webhook in its document. */
export interface OperationName {
  kind: 'operation' | 'webhook';
  method: string;
  /** Path of an operation, or name of a webhook. */
  path: string;
}

/** An operation or a webhook, and the values in the document that define it. */
export interface FoundOperation extends OperationName {
  operation: LocatedValue;
  /** Path item, with the members that apply to all methods of the path. */
  item: LocatedValue;
}

/**
 * Returns the operations of a document, then its webhooks, in document order. In OpenAPI 3.0, webhooks are in
 * `x-webhooks`.
 */
export function operationsOf(reader: SpecDocument): FoundOperation[] {
  const { root } = reader;
  return [
    ...operationsBelow(reader, 'operation', memberAt(root, 'paths')),
    ...operationsBelow(reader, 'webhook', memberAt(root, 'webhooks') ?? memberAt(root, 'x-webhooks')),
  ];
}

/** Returns one operation or webhook; null if there is none. The method is case-insensitive. */
export function findOperation(reader: SpecDocument, { kind, method, path }: OperationName): FoundOperation | null {
  const { root } = reader;
  const all =
    kind === 'operation' ? [memberAt(root, 'paths')] : ['webhooks', 'x-webhooks'].map((name) => memberAt(root, name));
  for (const items of all) {
    const item = items && memberAt(items, path);
    const found =
      item && operationsOfItem(reader, { kind, path, item }).find((one) => one.method === method.toLowerCase());
    if (found) return found;
  }
  return null;
}

/** A callback of an operation: a webhook whose URL comes from the request. */
export interface Callback extends FoundOperation {
  name: string;
}

/** Maximum number of callbacks of an operation to read. A tiny document can define millions. */
const maxCallbacks = 500;

/** Returns the callbacks of an operation, in document order. */
export function callbacksOf(reader: SpecDocument, { operation }: FoundOperation): Callback[] {
  const found: Callback[] = [];
  for (const [name, callback] of membersAt(memberAt(operation, 'callbacks'))) {
    if (found.length >= maxCallbacks) break;
    found.push(...operationsBelow(reader, 'webhook', resolve(reader, callback)).map((one) => ({ ...one, name })));
  }
  return found.slice(0, maxCallbacks);
}

function operationsBelow(
  reader: SpecDocument,
  kind: OperationName['kind'],
  items: LocatedValue | undefined,
): FoundOperation[] {
  return membersAt(items).flatMap(([path, item]) => operationsOfItem(reader, { kind, path, item }));
}

function operationsOfItem(
  reader: SpecDocument,
  { kind, path, item }: Pick<FoundOperation, 'kind' | 'path' | 'item'>,
): FoundOperation[] {
  if (kind === 'operation' && path.startsWith('x-')) return [];
  const shared = resolve(reader, item);
  return methodsAt(shared).flatMap(([method, operation]): FoundOperation[] => {
    const isObject = typeof operation.value === 'object' && operation.value !== null;
    return isObject ? [{ kind, method, path, operation, item: shared }] : [];
  });
}

/**
 * Returns the operations of a path item by lower-case method. In OpenAPI 3.2, further methods are in
 * `additionalOperations`.
 */
function methodsAt(item: LocatedValue): [method: string, operation: LocatedValue][] {
  const found = new Map<string, LocatedValue>();
  for (const method of methods) {
    const operation = memberAt(item, method);
    if (operation) found.set(method, operation);
  }
  for (const [method, operation] of membersAt(memberAt(item, 'additionalOperations')))
    if (!found.has(method.toLowerCase())) found.set(method.toLowerCase(), operation);
  return [...found];
}
