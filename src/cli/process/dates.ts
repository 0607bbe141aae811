/**
 * Parses a date such as `2027-01-31`, or a time in UTC such as `2027-01-31T12:00Z`. Returns milliseconds since 1970, or
 * NaN for any other text. `Date.parse` alone would accept many texts that users do not mean as dates.
 */
export function parseDate(text: string): number {
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
}
