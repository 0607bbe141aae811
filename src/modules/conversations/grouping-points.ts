import { isRegroupingPoint } from '../../engine/clusters/schedule.js';

/**
 * The number of the last conversation, of those up to a number, with which all are grouped anew; what comes behind it is placed.
 * So clusters depend on the order of the calls alone.
 */
export function lastGroupingPoint(number: number): number {
  let point = number;
  while (point > 0 && !isRegroupingPoint(point)) point -= 1;
  return point;
}
