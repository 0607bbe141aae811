/** Operation and table of a statement, for names in logs and traces. */
export interface StatementName {
  /** `SELECT`, `INSERT` and so on. */
  operation: string;
  /** The first table that the statement names; undefined if it names none. */
  table: string | undefined;
}

/** Returns the operation and the first table of a statement. All names of tables in statements are quoted. */
export function statementName(sql: string): StatementName {
  const [word = 'SELECT'] = /[a-z]+/i.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update|join)\s+"(\w+)"/i.exec(sql) ?? [];
  const [changed] = /^\s*with\b/i.test(sql) ? (/\b(?:insert|update|delete)\b/i.exec(sql) ?? ['select']) : [word];
  return { operation: changed.toUpperCase(), table };
}

/** Returns the name of a statement as a string, such as `SELECT Space`. */
export function formatStatementName(sql: string): string {
  const { operation, table } = statementName(sql);
  return table === undefined ? operation : `${operation} ${table}`;
}
