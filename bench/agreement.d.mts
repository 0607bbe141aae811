/**
 * Measures how well computed groups agree with the labels of the same items. A negative group means that the item has
 * no group.
 */
export function measureAgreement(
  labels: ArrayLike<unknown>,
  groups: ArrayLike<number>,
): { information: number; pairs: number; groups: number };
