import type { Counters, Dump } from '../../db/dump/contract/dump.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { cannotBackUp } from '../backup-error.js';
import type { BackupManifest } from '../container/manifest.js';
import type { ContainerEntry } from '../container/write-container.js';
import { createBlobReader } from '../objects/blob-rows.js';
import { type ObjectSource, objectEntries } from '../objects/object-entries.js';

/** Called after each entry with the name of its table, and the rows and bytes read so far. */
export type OnBackupProgress = (table: string, done: { rows: number; bytes: number }) => void;

/** Entries with the rows of a database. */
export interface DumpEntries {
  entries: AsyncGenerator<ContainerEntry>;
  /** Returns the number of rows of each table that was read. */
  tables(): BackupManifest['tables'];
}

/** Object storage of the dump, function that observes the reading, and signal that ends it. */
export interface DumpReading extends ObjectSource {
  onProgress?: OnBackupProgress | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the rows of all tables as entries, `tables/<Table>/<number>.copy`. After each part of the table `Blob`, the
 * objects of its rows follow, so that no list of all objects is needed.
 */
export function dumpEntries(dump: Dump, reading: DumpReading): DumpEntries {
  const tables: TableSummary[] = [];
  const done = { rows: 0, bytes: 0 };
  const read = async function* (): AsyncGenerator<ContainerEntry> {
    for (const table of dump.tables) {
      const summary = { name: table.name, rows: 0 };
      tables.push(summary);
      for await (const entry of tableEntries(dump, table, reading)) {
        if (reading.signal?.aborted) throw cannotBackUp('it was interrupted', 'Run the command again.');
        yield entry;
        summary.rows += entry.rows ?? 0;
        done.rows += entry.rows ?? 0;
        done.bytes += entry.bytes.length;
        reading.onProgress?.(table.name, { ...done });
      }
    }
  };
  return { entries: read(), tables: () => tables };
}

type TableSummary = BackupManifest['tables'][number];

async function* tableEntries(dump: Dump, table: DumpTable, source: ObjectSource): AsyncGenerator<ContainerEntry> {
  const readBlobs = table.name === 'Blob' ? createBlobReader(table) : () => [];
  let number = 0;
  for await (const { bytes, rows } of dump.parts(table)) {
    number += 1;
    yield { name: `tables/${table.name}/${String(number).padStart(6, '0')}.copy`, bytes, rows };
    const objects = readBlobs(bytes).filter(({ inObjectStorage }) => inObjectStorage);
    yield* objectEntries(objects, source);
  }
}

/** Returns the summary of a manifest. */
export function summaryOf({ tables }: DumpEntries, counters: Counters): Omit<BackupManifest, 'entries'> {
  return { tables: tables(), counters };
}
