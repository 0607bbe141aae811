/** Those columns whose value is another one than the row has: where there are none, nothing is to be written. */
export function changed<Row extends object>(row: Row, columns: Partial<Row>): Partial<Row> {
  const entries = Object.entries(columns).filter(([name, value]) => row[name as keyof Row] !== value);
  return Object.fromEntries(entries) as Partial<Row>;
}
