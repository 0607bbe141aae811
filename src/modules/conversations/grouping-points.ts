import { isRegroupingPoint } from '../../engine/clusters/schedule.js';

/**
 * Returns the number of the last conversation, up to a number, at which all conversations are grouped again. Later
 * conversations are placed in its groups. So clusters depend only on the order of the calls.
 */
export function lastGroupingPoint(number: number): number {
  let point = number;
  while (point > 0 && !isRegroupingPoint(point)) point -= 1;
  return point;
}
