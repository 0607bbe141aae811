import type { Queries } from '../../../platform/db/query/queries.js';
import { readRows } from './archive-rows.js';
import { type ArchiveTable, archiveTables } from './archive-tables.js';
import { rowText, type SealSecret } from './row-text.js';

/** Maximum size of an entry in bytes. Only an entry with a single row may be larger. */
const maxEntryBytes = 4 * 1_048_576;

/** A file of an archive, with rows of one table. */
export interface RowsEntry {
  name: string;
  table: ArchiveTable;
  rows: number;
  bytes: Buffer;
}

/** Input of `readEntries`. */
export interface EntrySource {
  read: Queries;
  organizationId: string;
  /** Seals secrets; null to leave them out. */
  seal: SealSecret | null;
}

/** Yields the entries of the archive of an organization. One entry is in memory at a time. */
export async function* readEntries(source: EntrySource): AsyncGenerator<RowsEntry> {
  for (const [index, table] of archiveTables.entries()) {
    if (table.isSecret && !source.seal) continue;
    let part = 0;
    for await (const lines of groupLines(readLines(source, table))) {
      part++;
      const name = `rows/${padNumber(index + 1)}-${table.name}-${padNumber(part)}.jsonl`;
      yield { name, table, rows: lines.length, bytes: lines.length === 1 ? lines[0]! : Buffer.concat(lines) };
    }
  }
}

async function* readLines({ read, organizationId, seal }: EntrySource, table: ArchiveTable): AsyncGenerator<Buffer> {
  for await (const rows of readRows(read, table, organizationId))
    for (const row of rows) yield Buffer.from(rowText(table, row, seal));
}

/** Groups lines into entries of at most `maxEntryBytes`. */
async function* groupLines(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let entry: Buffer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (entry.length > 0 && bytes + line.length > maxEntryBytes) {
      yield entry;
      [entry, bytes] = [[], 0];
    }
    entry.push(line);
    bytes += line.length;
  }
  if (entry.length > 0) yield entry;
}

function padNumber(number: number): string {
  return String(number).padStart(4, '0');
}
