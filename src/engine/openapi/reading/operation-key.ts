import type { OperationName } from './operations.js';

/** What two operations with the same are one of: the names of parameters in paths make no difference. */
export function operationKey({ kind, path, method }: OperationName): string {
  return `${kind} ${method} ${kind === 'operation' ? namelessPath(path) : path}`;
}

/** A path without the names of its parameters, which are nothing that callers send. */
export function namelessPath(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}
