/** How well groups agree with labels of the same things; a group below 0 is none. */
export function agreementOf(
  labels: ArrayLike<unknown>,
  groups: ArrayLike<number>,
): { information: number; pairs: number; groups: number };
