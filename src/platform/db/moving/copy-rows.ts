import type { Dump, RowKey } from '../dump/contract/dump.js';
import type { DumpPart } from '../dump/contract/dump-part.js';
import type { DumpTable } from '../dump/contract/dumped-tables.js';
import type { Load } from '../dump/contract/load.js';
import { openDump } from '../dump/open-dump.js';
import { openLoad } from '../dump/open-load.js';
import { refusal } from './target.js';

/** Databases to copy, and a listener. */
export interface CopyOptions {
  from: string;
  to: string;
  partBytes?: number | undefined;
  /** Called before each table, and after each part of it. */
  onProgress(progress: { table: string; rows: number; total: number }): void;
}

/**
 * Copies the rows that the target does not have yet, and commits each part.
 * @throws AppError CONFLICT if the rows of the target are not the first rows of the source
 */
export async function copyRows(options: CopyOptions): Promise<void> {
  const { from, to, partBytes } = options;
  const dump = await openDump({ url: from, ...(partBytes && { partBytes }) });
  try {
    const load = await openLoad({ url: to, commits: 'perPart' });
    try {
      for (const table of dump.tables) await copyTable({ dump, load, table }, options);
    } catch (error) {
      await load.abort();
      throw error;
    }
    await load.finish(await dump.counters());
  } finally {
    await dump.close();
  }
}

/** A table, and where it is read and written. */
interface TableCopy {
  dump: Dump;
  load: Load;
  table: DumpTable;
}

async function copyTable({ dump, load, table }: TableCopy, { to, onProgress }: CopyOptions): Promise<void> {
  const { rows, last } = await load.position(table);
  const total = await dump.count(table);
  if (rows !== (last === undefined ? 0 : await dump.count(table, last)))
    throw refusal(to, `its rows in ${table.name} are not those of the source`);
  onProgress({ table: table.name, rows, total });
  if (rows === total) return;
  const onPart = (copied: number) => onProgress({ table: table.name, rows: rows + copied, total });
  await load.write(table, reportParts(dump.parts(table, last as RowKey), onPart));
}

/** Calls a function when a part has been written, which is when the next one is requested. */
async function* reportParts(parts: AsyncIterable<DumpPart>, onPart: (rows: number) => void): AsyncGenerator<DumpPart> {
  let rows = 0;
  for await (const part of parts) {
    yield part;
    rows += part.rows;
    onPart(rows);
  }
}
