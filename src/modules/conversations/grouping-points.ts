import { isRegroupingPoint } from '../../engine/clusters/schedule.js';

/**
 * Returns the last regrouping point that is not greater than the number of a conversation. A regrouping point is a
 * number of a conversation: after this conversation, all issues are grouped again. Issues of later conversations are
 * placed in those groups. Clusters therefore depend only on the order of the calls.
 */
export function lastGroupingPoint(number: number): number {
  let point = number;
  while (point > 0 && !isRegroupingPoint(point)) point -= 1;
  return point;
}
