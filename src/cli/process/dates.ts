/**
 * Returns the time of an option in milliseconds. The option is a date such as `2027-01-31`, or a time in UTC such as
 * `2027-01-31T12:00Z`; any other text returns NaN. JavaScript would accept many more texts as dates than users intend.
 */
export function dateOf(text: string): number {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
}
