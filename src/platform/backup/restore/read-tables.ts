import type { DumpPart } from '../../db/dump/contract/dump-part.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { unreadableBackup } from '../backup-error.js';
import type { ContainerReader, StoredEntry } from '../container/read-container.js';
import { isObjectEntry } from '../objects/object-entry-name.js';
import type { ObjectWriter } from '../objects/object-writer.js';
import { createBlobConverter, type DamagedBlob, type EntryConverter } from './convert-blobs.js';
import { createPartFilter, type RowFilters } from './filter-part.js';

/** Destination of the rows of a backup. */
export interface RowTarget {
  /** Receives the rows of a table; must read all parts. */
  write(table: DumpTable, parts: AsyncIterable<DumpPart>): Promise<number>;
  filters: RowFilters;
  /** Takes the objects of blobs; null if their bytes go into the rows. */
  objects: ObjectWriter | null;
  /** Called after each entry with the name of its table, and the rows and bytes read so far. */
  onProgress?: ((table: string, done: { rows: number; bytes: number }) => void) | undefined;
}

/** Result of reading a backup. */
export interface ReadTables {
  /** Number of rows that were written. */
  rows: number;
  /** Content whose bytes are missing or do not have their hash, at most 100. */
  damaged: DamagedBlob[];
}

const maxDamaged = 100;

/**
 * Reads all entries of a backup, in their order, and compares them with the manifest at the end.
 * @throws AppError if the backup is damaged; the written rows must not be used then
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

async function writeTables(entries: Cursor, tables: readonly DumpTable[], target: RowTarget): Promise<ReadTables> {
  const read: ReadTables = { rows: 0, damaged: [] };
  const done = { rows: 0, bytes: 0 };
  for (const table of tables) {
    if (!(await isOf(entries, table))) continue;
    const onEntry = (rows: number, bytes: number): void => {
      done.rows += rows;
      done.bytes += bytes;
      target.onProgress?.(table.name, { ...done });
    };
    const converter = createConverter(table, target, read.damaged);
    read.rows += await target.write(table, partsOf(entries, { table, converter, onEntry }));
  }
  const rest = await entries.peek();
  if (rest) throw unreadableBackup(`it has the entry ${rest.name}, which no table belongs to`);
  return read;
}

/** Iterator that can return the next entry without consuming it. */
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
  const entry = await entries.peek();
  if (!entry) return false;
  return entry.name.startsWith(`tables/${name}/`) || (name === 'Blob' && isObjectEntry(entry));
}

function createConverter(table: DumpTable, { filters, objects }: RowTarget, damaged: DamagedBlob[]): EntryConverter {
  if (table.name === 'Blob')
    return createBlobConverter(table, {
      objects,
      onDamaged({ organizationId, hash }) {
        if (damaged.length < maxDamaged) damaged.push({ organizationId, hash });
      },
    });
  const filter = createPartFilter(table, filters);
  return { add: async ({ bytes }) => [filter(bytes)], finish: async () => [] };
}

/** The rows to read. */
interface PartSource {
  table: DumpTable;
  converter: EntryConverter;
  /** Called after each entry with its numbers of rows and bytes. */
  onEntry(rows: number, bytes: number): void;
}

async function* partsOf(entries: Cursor, { table, converter, onEntry }: PartSource): AsyncGenerator<DumpPart> {
  while (await isOf(entries, table)) {
    const entry = (await entries.peek())!;
    const parts = (await converter.add(entry)).filter(({ rows }) => rows > 0);
    yield* parts;
    entries.take();
    onEntry(
      parts.reduce((sum, { rows }) => sum + rows, 0),
      entry.bytes.length,
    );
  }
  yield* await converter.finish();
}
