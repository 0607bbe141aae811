import { fold } from './fold.js';

/** Columns with the folded form of a text: lists are searched and ordered by them. Each is written with its text. */
export const foldedColumns: Readonly<Record<string, { readonly text: string; readonly key: string }>> = {
  ChangeRequest: { text: 'subject', key: 'subjectKey' },
  Collection: { text: 'title', key: 'titleKey' },
  Site: { text: 'title', key: 'titleKey' },
  Space: { text: 'title', key: 'titleKey' },
  Team: { text: 'title', key: 'titleKey' },
};

/** Values of a row with the folded form of its text, if the text is among them. */
export function withFolded<Values extends object>(table: string, values: Values): Values {
  const folded = foldedColumns[table];
  const text = folded && (values as Record<string, unknown>)[folded.text];
  return typeof text === 'string' ? { ...values, [folded!.key]: fold(text) } : values;
}

/** The same for many rows; those of most tables have no such text. */
export function withFoldedRows<Row extends object>(table: string, rows: readonly Row[]): readonly Row[] {
  return foldedColumns[table] ? rows.map((row) => withFolded(table, row)) : rows;
}
