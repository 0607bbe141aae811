import type { Json } from './types.js';

/** A JSON object with members of any kind. */
export type Members = { [name: string]: Json };

/** Reports whether a JSON value is an object. */
export function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a JSON value if it is an object, otherwise an empty object. */
export function membersOrEmpty(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}
