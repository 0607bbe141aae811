import type { OperationName } from './operations.js';

/** Returns the key of an operation. Names of path parameters do not affect it. */
export function operationKey({ kind, path, method }: OperationName): string {
  return `${kind} ${method} ${kind === 'operation' ? namelessPath(path) : path}`;
}

/** Returns a path without the names of its parameters, because callers do not send them. */
export function namelessPath(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}
