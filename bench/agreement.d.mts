/**
 * Measures how well computed groups agree with the labels of the same items. An item with a negative group number is in
 * a group of its own.
 */
export function measureAgreement(
  labels: ArrayLike<unknown>,
  groups: ArrayLike<number>,
): { information: number; pairs: number; groups: number };
