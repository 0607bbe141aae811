/**
 * Returns the given columns whose value differs from the value in the row. If there are none, nothing needs to be
 * written.
 */
export function changed<Row extends object>(row: Row, columns: Partial<Row>): Partial<Row> {
  const entries = Object.entries(columns).filter(([name, value]) => row[name as keyof Row] !== value);
  return Object.fromEntries(entries) as Partial<Row>;
}
