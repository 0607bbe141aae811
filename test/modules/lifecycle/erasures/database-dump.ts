import { sql } from 'kysely';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { sealedColumns } from '../../../../src/platform/secrets/sealed-columns.js';
import { sealer } from '../../../support/app.js';

/** Returns all rows of all tables of a database, including tables of indexes, as text by table. Opens sealed values. */
export async function dumpDatabase(store: Store): Promise<Map<string, string>> {
  const dump = new Map<string, string>();
  for (const table of await tableNames(store)) {
    const rows = await store.read.all(sql<Record<string, unknown>>`select * from ${sql.table(table)}`);
    dump.set(
      table,
      rows
        .map((row) =>
          Object.entries(row)
            .map((entry) => valueText(table, entry))
            .join('\t'),
        )
        .join('\n'),
    );
  }
  return dump;
}

async function tableNames({ read }: Store): Promise<string[]> {
  const query =
    read.provider === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table' order by name`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema() order by 1`;
  return (await read.all(query)).map(({ name }) => name);
}

function valueText(table: string, [column, value]: [string, unknown]): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  const sealed = sealedColumns.find((one) => one.table === table && one.column === column);
  return sealed ? (sealer.find(sealed.purpose, value)?.text ?? value) : value;
}

/** Returns the lines of a dump that contain one of the words, ignoring case. The keys are the names of the parts. */
export function partsWith(dump: ReadonlyMap<string, string>, words: readonly string[]): Record<string, string[]> {
  const found = [...dump].map(([name, text]) => [name, linesWith(text, words)] as const);
  return Object.fromEntries(found.filter(([, lines]) => lines.length > 0));
}

function linesWith(text: string, words: readonly string[]): string[] {
  const lines = text.split('\n').filter((line) => words.some((word) => line.toLowerCase().includes(word)));
  return lines.map((line) => line.slice(0, 2_000));
}
