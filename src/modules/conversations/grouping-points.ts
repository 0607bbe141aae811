import { isRegroupingPoint } from '../../engine/clusters/schedule.js';

/**
 * Returns the last regrouping point up to the number of a conversation: the number of a conversation after which all
 * issues are grouped again. Issues of later conversations are placed in those groups. Clusters therefore depend only on
 * the order of the calls.
 */
export function lastGroupingPoint(number: number): number {
  let point = number;
  while (point > 0 && !isRegroupingPoint(point)) point -= 1;
  return point;
}
