import { selfReferences } from '../../../platform/db/query/table-order.js';
import type { Actor } from '../../shared/unit-of-work.js';
import type { ArchiveEntry, ArchiveFile } from './archive-file.js';
import { linesOf } from './archive-rows.js';
import { beginImport, type ImportStep, type StartedImport, storeStep } from './import-actions.js';
import type { Progress } from './index-spaces.js';
import { ownReferences, type RowPlan, type StoredRow, storedRow } from './stored-row.js';

/** Options of `storeRows`. */
export interface StoreRowsOptions {
  archive: ArchiveFile;
  begun: StartedImport;
  plan: RowPlan;
  onProgress: Progress;
}

/** An import whose rows are all stored. */
export interface StoredImport {
  /** Hostnames that were left out in this attempt. */
  hostnames: string[];
  /** Number of stored steps. */
  done: number;
}

/** A step before its rows are read. */
type PlannedStep = Pick<ImportStep, 'kind'> & { entry: ArchiveEntry };

/**
 * Stores the rows of an archive, one entry per transaction, and goes on after the steps that are stored.
 */
export async function storeRows(
  actor: Actor,
  { archive, begun, plan, onProgress }: StoreRowsOptions,
): Promise<StoredImport> {
  const [organization, ...steps] = stepsOf(archive);
  if (begun.done === 0) {
    const [row] = await rowsOf(archive, plan, organization!);
    await beginImport(actor, { ...begun, done: 1 }, row!);
  }
  const leftOut: string[] = [];
  for (const [index, step] of steps.entries()) {
    const number = index + 1;
    if (number >= begun.done) {
      const rows = await rowsOf(archive, plan, step);
      const { hostnames } = await storeStep(actor, begun, { ...step, table: step.entry.table.name, rows, number });
      leftOut.push(...hostnames);
    }
    onProgress(number, steps.length);
  }
  return { hostnames: leftOut, done: steps.length + 1 };
}

/**
 * Returns the steps of an import, the same for each attempt: one for each entry. References of a table to itself are
 * set after all its rows are stored. A row may come before the row that it refers to.
 */
function stepsOf({ entries }: ArchiveFile): PlannedStep[] {
  const tables = [...new Set(entries.map(({ table }) => table))];
  return tables.flatMap((table) => {
    const own = entries.filter((entry) => entry.table === table);
    const inserts = own.map((entry): PlannedStep => ({ kind: 'insert', entry }));
    const updates = own.map((entry): PlannedStep => ({ kind: 'update', entry }));
    return selfReferences(table.name).length === 0 ? inserts : [...inserts, ...updates];
  });
}

async function rowsOf(archive: ArchiveFile, plan: RowPlan, { kind, entry }: PlannedStep): Promise<StoredRow[]> {
  const rowOf = kind === 'insert' ? storedRow : ownReferences;
  const rows: StoredRow[] = [];
  for (const { text } of linesOf(entry, await archive.read(entry))) {
    const row = rowOf(plan, entry.table, text);
    if (row) rows.push(row);
  }
  return rows;
}
