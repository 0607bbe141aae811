import { foldText } from './fold.js';

/**
 * Columns that contain the folded form of a text. Lists are searched and ordered by them. Each is written together with
 * its text.
 */
export const foldedColumns: Readonly<Record<string, { readonly text: string; readonly key: string }>> = {
  ChangeRequest: { text: 'subject', key: 'subjectKey' },
  Collection: { text: 'title', key: 'titleKey' },
  Organization: { text: 'title', key: 'titleKey' },
  Site: { text: 'title', key: 'titleKey' },
  Space: { text: 'title', key: 'titleKey' },
  Team: { text: 'title', key: 'titleKey' },
};

/** Adds the folded form of the text to the values of a row, if they contain the text. */
export function withFoldedColumn<Values extends object>(table: string, values: Values): Values {
  const folded = foldedColumns[table];
  const text = folded && (values as Record<string, unknown>)[folded.text];
  return typeof text === 'string' ? { ...values, [folded!.key]: foldText(text) } : values;
}

/**
 * Same as `withFoldedColumn`, for many rows. Returns the rows unchanged for most tables, because they have no folded
 * column.
 */
export function withFoldedRows<Row extends object>(table: string, rows: readonly Row[]): readonly Row[] {
  return foldedColumns[table] ? rows.map((row) => withFoldedColumn(table, row)) : rows;
}
