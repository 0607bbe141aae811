import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';

const megabyte = 1_048_576;

/** Estimates the size of a value as text, in bytes. Stops at `most`, by default a megabyte. */
export function weightOf(value: unknown, most = megabyte): number {
  const open = [value];
  let weight = 0;
  while (open.length > 0 && weight < most) weight += weighAndExpand(open);
  return weight;
}

/** Number of values that are measured within a millisecond. */
const atOnce = 10_000;

/** Estimates the size of a value without a limit. Yields to the event loop meanwhile. */
export async function weightOfYielding(value: unknown): Promise<number> {
  const open = [value];
  let weight = 0;
  while (open.length > 0) {
    for (let count = 0; count < atOnce && open.length > 0; count++) weight += weighAndExpand(open);
    await yieldToEventLoop();
  }
  return weight;
}

/** Removes one value from the list, adds its members to the list, and returns its own weight. */
function weighAndExpand(open: unknown[]): number {
  const next = open.pop();
  if (typeof next === 'string' || next instanceof Uint8Array) return 8 + next.length;
  if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
  return 8;
}
