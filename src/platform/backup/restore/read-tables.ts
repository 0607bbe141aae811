import type { DumpPart } from '../../db/dump/contract/dump-part.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { unreadableBackup } from '../backup-error.js';
import type { ContainerReader, StoredEntry } from '../container/read-container.js';
import { createBlobCheck, type DamagedBlob } from './check-blobs.js';
import { createPartFilter, type RowFilters } from './filter-part.js';

/** Destination of the rows of a backup. */
export interface RowTarget {
  /** Receives the rows of a table; must read all parts. */
  write(table: DumpTable, parts: AsyncIterable<DumpPart>): Promise<number>;
  filters: RowFilters;
  /** Called after each part with the name of its table, and the rows and bytes read so far. */
  onProgress?: ((table: string, done: { rows: number; bytes: number }) => void) | undefined;
}

/** Result of reading a backup. */
export interface ReadTables {
  /** Number of rows that were written. */
  rows: number;
  /** Content whose bytes do not have their hash, at most 100. */
  damaged: DamagedBlob[];
}

const maxDamaged = 100;

/**
 * Reads all entries of a backup, in their order, and compares them with the manifest at the end.
 * @throws AppError if the backup is damaged; then what was written must not be used
 */
export async function readTables(reader: ContainerReader, target: RowTarget): Promise<ReadTables> {
  const entries = createCursor(reader.entries());
  try {
    return await writeTables(entries, reader.head.tables, target);
  } catch (error) {
    // Rows that cannot be written may be damaged, which shows only at the end of the file.
    while (await entries.peek()) entries.take();
    throw error;
  }
}

async function writeTables(
  entries: Cursor,
  tables: readonly DumpTable[],
  { write, filters, onProgress }: RowTarget,
): Promise<ReadTables> {
  const read: ReadTables = { rows: 0, damaged: [] };
  const done = { rows: 0, bytes: 0 };
  for (const table of tables) {
    if (!(await isOf(entries, table))) continue;
    const onPart = (part: DumpPart): void => {
      done.rows += part.rows;
      done.bytes += part.bytes.length;
      onProgress?.(table.name, { ...done });
    };
    read.rows += await write(table, partsOf(entries, { table, filters, damaged: read.damaged, onPart }));
  }
  const rest = await entries.peek();
  if (rest) throw unreadableBackup(`it has the entry ${rest.name}, which no table belongs to`);
  return read;
}

/** Entries, of which the next one can be looked at. */
interface Cursor {
  /** Returns the next entry without taking it; undefined at the end. */
  peek(): Promise<StoredEntry | undefined>;
  take(): void;
}

function createCursor(entries: AsyncIterator<StoredEntry>): Cursor {
  let next: Promise<StoredEntry | undefined> | undefined;
  return {
    peek() {
      next ??= entries.next().then(({ value, done }) => (done ? undefined : value));
      return next;
    },
    take() {
      next = undefined;
    },
  };
}

async function isOf(entries: Cursor, { name }: DumpTable): Promise<boolean> {
  return (await entries.peek())?.name.startsWith(`tables/${name}/`) ?? false;
}

/** The rows to read, and the list that damaged blobs are added to. */
interface PartSource {
  table: DumpTable;
  filters: RowFilters;
  damaged: DamagedBlob[];
  /** Called after each part. */
  onPart(part: DumpPart): void;
}

async function* partsOf(entries: Cursor, { table, filters, damaged, onPart }: PartSource): AsyncGenerator<DumpPart> {
  const filter = createPartFilter(table, filters);
  const check = createBlobCheck(table);
  while (await isOf(entries, table)) {
    const { bytes } = (await entries.peek())!;
    damaged.push(...check(bytes).slice(0, maxDamaged - damaged.length));
    const part = filter(bytes);
    if (part.rows > 0) yield part;
    entries.take();
    onPart(part);
  }
}
