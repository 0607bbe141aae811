import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';

const megabyte = 1_048_576;

/** Estimates the size of a value as text, in bytes. Stops at `maxWeight`, by default a megabyte. */
export function weightOf(value: unknown, maxWeight = megabyte): number {
  const pending = [value];
  let weight = 0;
  while (pending.length > 0 && weight < maxWeight) weight += weighAndExpand(pending);
  return weight;
}

/** Number of values that are measured before yielding to the event loop, in about a millisecond. */
const valuesPerSlice = 10_000;

/** Estimates the size of a value without a limit. Yields to the event loop meanwhile. */
export async function weightOfYielding(value: unknown): Promise<number> {
  const pending = [value];
  let weight = 0;
  while (pending.length > 0) {
    for (let count = 0; count < valuesPerSlice && pending.length > 0; count++) weight += weighAndExpand(pending);
    await yieldToEventLoop();
  }
  return weight;
}

/** Removes one value from the list, adds its members to the list, and returns its own weight. */
function weighAndExpand(pending: unknown[]): number {
  const value = pending.pop();
  if (typeof value === 'string' || value instanceof Uint8Array) return 8 + value.length;
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) pending.push(member);
  return 8;
}
