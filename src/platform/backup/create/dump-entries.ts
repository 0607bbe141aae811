import type { Counters, Dump } from '../../db/dump/contract/dump.js';
import { cannotBackUp } from '../backup-error.js';
import type { BackupManifest } from '../container/manifest.js';
import type { ContainerEntry } from '../container/write-container.js';

/** Called after each entry with the name of its table, and the rows and bytes read so far. */
export type OnBackupProgress = (table: string, done: { rows: number; bytes: number }) => void;

/** Entries with the rows of a database. */
export interface DumpEntries {
  entries: AsyncGenerator<ContainerEntry>;
  /** Returns the number of rows of each table that was read. */
  tables(): BackupManifest['tables'];
}

/** Function that observes the reading of a dump, and signal that ends it. */
export interface DumpObserver {
  onProgress?: OnBackupProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns the rows of all tables as entries, `tables/<Table>/<number>.copy`. */
export function dumpEntries(dump: Dump, { onProgress, signal }: DumpObserver = {}): DumpEntries {
  const tables: { name: string; rows: number }[] = [];
  const done = { rows: 0, bytes: 0 };
  const read = async function* (): AsyncGenerator<ContainerEntry> {
    for (const table of dump.tables) {
      const summary = { name: table.name, rows: 0 };
      tables.push(summary);
      let number = 0;
      for await (const { bytes, rows } of dump.parts(table)) {
        if (signal?.aborted) throw cannotBackUp('it was interrupted', 'Run the command again.');
        number += 1;
        yield { name: `tables/${table.name}/${String(number).padStart(6, '0')}.copy`, bytes, rows };
        summary.rows += rows;
        done.rows += rows;
        done.bytes += bytes.length;
        onProgress?.(table.name, { ...done });
      }
    }
  };
  return { entries: read(), tables: () => tables };
}

/** Returns the summary of a manifest. */
export function summaryOf({ tables }: DumpEntries, counters: Counters): Omit<BackupManifest, 'entries'> {
  return { tables: tables(), counters };
}
