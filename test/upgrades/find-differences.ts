/** A place where the present answer is not the earlier one. */
export interface Difference {
  /** Operation and place, such as `getSpaceById.emoji` or `listSpaces.items[].title`. */
  place: string;
  earlier: unknown;
  present: unknown;
}

/** Returns the differences of an answer. An object may have more members than before; a list has the same items. */
export function findDifferences(place: string, earlier: unknown, present: unknown): Difference[] {
  if (Object.is(earlier, present)) return [];
  if (Array.isArray(earlier) && Array.isArray(present) && earlier.length === present.length)
    return earlier.flatMap((item, index) => findDifferences(`${place}[]`, item, present[index]));
  if (isObject(earlier) && isObject(present))
    return Object.entries(earlier).flatMap(([name, value]) =>
      findDifferences(`${place}.${name}`, value, present[name]),
    );
  return [{ place, earlier, present }];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
