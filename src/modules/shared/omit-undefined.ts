/** Returns the members of an object that are not undefined. Null members stay, because absent and null differ. */
export function omitUndefined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
