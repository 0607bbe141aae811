/**
 * The time, in milliseconds, that an option says: `2027-01-31`, or a time in UTC such as `2027-01-31T12:00Z`; NaN for anything
 * else. JavaScript would read much more as a date than people mean by one.
 */
export function dateOf(text: string): number {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
}
