import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';

const megabyte = 1_048_576;

/** About how many bytes a value has as text, looked at no further than `most` of them: by default a megabyte. */
export function weightOf(value: unknown, most = megabyte): number {
  const open = [value];
  let weight = 0;
  while (open.length > 0 && weight < most) weight += weighNext(open);
  return weight;
}

/** Values that are weighed within a millisecond. */
const atOnce = 10_000;

/** The same without a limit, in as many turns of the event loop as that takes. */
export async function weightInTurns(value: unknown): Promise<number> {
  const open = [value];
  let weight = 0;
  while (open.length > 0) {
    for (let count = 0; count < atOnce && open.length > 0; count++) weight += weighNext(open);
    await yieldToEventLoop();
  }
  return weight;
}

/** Weighs one of some values itself, and adds its members to them. */
function weighNext(open: unknown[]): number {
  const next = open.pop();
  if (typeof next === 'string' || next instanceof Uint8Array) return 8 + next.length;
  if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
  return 8;
}
