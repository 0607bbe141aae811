import { isRegroupingPoint } from '../../clusters/schedule.js';

/** Conversations up to which all are grouped anew with each. */
const few = 25;

/**
 * The number of the last conversation, of those up to a number, with which all are grouped anew: each of the first 25, later
 * one for a quarter more. What comes behind it is placed. So clusters depend on the order of the calls alone.
 */
export function lastGroupingPoint(number: number): number {
  let point = number;
  while (point > few && !isRegroupingPoint(point)) point -= 1;
  return point;
}
