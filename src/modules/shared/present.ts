/** The members of an object that are there; undefined ones are left out, null ones stay (absent and null differ). */
export function present<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
