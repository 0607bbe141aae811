import type { Queries } from '../../../platform/db/query/queries.js';
import { readRows } from './archive-rows.js';
import { type ArchiveTable, archiveTables } from './archive-tables.js';
import { rowText, type SealSecret } from './row-text.js';

/** Maximum number of bytes of an entry, unless it has one row. */
const entryBytes = 4 * 1_048_576;

/** A file in an archive with rows of one table. */
export interface RowsEntry {
  name: string;
  table: ArchiveTable;
  rows: number;
  bytes: Buffer;
}

/** The rows and secrets of an archive. */
export interface EntrySource {
  read: Queries;
  organizationId: string;
  /** Seals secrets; null to leave them out. */
  seal: SealSecret | null;
}

/** Reads an organization as the entries of an archive, one in memory at a time. */
export async function* readEntries(source: EntrySource): AsyncGenerator<RowsEntry> {
  for (const [index, table] of archiveTables.entries()) {
    if (table.isSecret && !source.seal) continue;
    let part = 0;
    for await (const lines of entriesOf(readLines(source, table))) {
      part++;
      const name = `rows/${digits(index + 1)}-${table.name}-${digits(part)}.jsonl`;
      yield { name, table, rows: lines.length, bytes: lines.length === 1 ? lines[0]! : Buffer.concat(lines) };
    }
  }
}

async function* readLines({ read, organizationId, seal }: EntrySource, table: ArchiveTable): AsyncGenerator<Buffer> {
  for await (const rows of readRows(read, table, organizationId))
    for (const row of rows) yield Buffer.from(rowText(table, row, seal));
}

/** Groups lines into entries. */
async function* entriesOf(lines: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let entry: Buffer[] = [];
  let bytes = 0;
  for await (const line of lines) {
    if (entry.length > 0 && bytes + line.length > entryBytes) {
      yield entry;
      [entry, bytes] = [[], 0];
    }
    entry.push(line);
    bytes += line.length;
  }
  if (entry.length > 0) yield entry;
}

function digits(number: number): string {
  return String(number).padStart(4, '0');
}
