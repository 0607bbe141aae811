import type { Json } from './types.js';

/** A JSON object, whose members may be anything. */
export type Members = { [name: string]: Json };

/** Whether some JSON is an object. */
export function isMembers(value: Json | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of some JSON; none where it is no object. */
export function membersOf(value: Json | undefined): Members {
  return isMembers(value) ? value : {};
}
