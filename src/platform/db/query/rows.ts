import type { Selectable } from 'kysely';
import type { DB } from '../generated/types.js';

/** Name of a table. */
export type TableName = keyof DB;

/** A row in the form that queries return: booleans are booleans, JSON is parsed, and times are ISO 8601 text in UTC. */
export type Row<Table extends TableName> = Selectable<DB[Table]>;
