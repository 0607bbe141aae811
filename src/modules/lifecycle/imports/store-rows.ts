import { selfReferences } from '../../../platform/db/query/table-order.js';
import type { Actor } from '../../shared/unit-of-work.js';
import type { ArchiveEntry, ArchiveFile } from './archive-file.js';
import { linesOf } from './archive-rows.js';
import { beginImport, type ImportStep, type StartedImport, storeStep } from './import-actions.js';
import type { Progress } from './index-spaces.js';
import { type RowPlan, readSelfReferences, type StoredRow, storedRow } from './stored-row.js';

/** Options of `storeRows`. */
export interface StoreRowsOptions {
  archive: ArchiveFile;
  startedImport: StartedImport;
  plan: RowPlan;
  onProgress: Progress;
}

/** Result of `storeRows`. */
export interface StoredImport {
  /** Hostnames that were left out in this attempt. */
  hostnames: string[];
  /** Number of stored steps. */
  done: number;
}

/** A step before its rows are read. */
type PlannedStep = Pick<ImportStep, 'kind'> & { entry: ArchiveEntry };

/** Stores the rows of an archive, one entry per transaction. Skips the steps that an earlier attempt stored. */
export async function storeRows(
  actor: Actor,
  { archive, startedImport, plan, onProgress }: StoreRowsOptions,
): Promise<StoredImport> {
  const [organization, ...steps] = stepsOf(archive);
  if (startedImport.done === 0) {
    const [row] = await readRows(archive, plan, organization!);
    await beginImport(actor, { ...startedImport, done: 1 }, row!);
  }
  const leftOut: string[] = [];
  for (const [index, step] of steps.entries()) {
    const number = index + 1;
    if (number >= startedImport.done) {
      const rows = await readRows(archive, plan, step);
      const { hostnames } = await storeStep(actor, startedImport, {
        ...step,
        table: step.entry.table.name,
        rows,
        number,
      });
      leftOut.push(...hostnames);
    }
    onProgress(number, steps.length);
  }
  return { hostnames: leftOut, done: steps.length + 1 };
}

/**
 * Returns the steps of an import, which are the same for each attempt. Each entry has a step that inserts its rows. If
 * a table refers to itself, each of its entries also has a later step that sets these references. A row may come before
 * the row that it refers to.
 */
function stepsOf({ entries }: ArchiveFile): PlannedStep[] {
  const tables = [...new Set(entries.map(({ table }) => table))];
  return tables.flatMap((table) => {
    const tableEntries = entries.filter((entry) => entry.table === table);
    const inserts = tableEntries.map((entry): PlannedStep => ({ kind: 'insert', entry }));
    const updates = tableEntries.map((entry): PlannedStep => ({ kind: 'update', entry }));
    return selfReferences(table.name).length === 0 ? inserts : [...inserts, ...updates];
  });
}

async function readRows(archive: ArchiveFile, plan: RowPlan, { kind, entry }: PlannedStep): Promise<StoredRow[]> {
  const convert = kind === 'insert' ? storedRow : readSelfReferences;
  const rows: StoredRow[] = [];
  for (const { text } of linesOf(entry, await archive.read(entry))) {
    const row = convert(plan, entry.table, text);
    if (row) rows.push(row);
  }
  return rows;
}
