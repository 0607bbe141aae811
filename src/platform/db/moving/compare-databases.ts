import { createChecksum, type TableSummary } from '../dump/checksum.js';
import type { Dump } from '../dump/contract/dump.js';
import type { DumpTable } from '../dump/contract/dumped-tables.js';
import { openDump } from '../dump/open-dump.js';

/** A table, with the summaries of its rows in two databases. */
export interface ComparedTable {
  name: string;
  from: TableSummary;
  to: TableSummary;
}

/**
 * Reads all rows of two databases, and computes the summaries of their tables.
 * @param onTable called before each table
 */
export async function compareDatabases(
  from: string,
  to: string,
  onTable: (table: string) => void = () => {},
): Promise<ComparedTable[]> {
  const source = await openDump({ url: from });
  try {
    const target = await openDump({ url: to });
    try {
      const compared: ComparedTable[] = [];
      for (const table of source.tables) {
        onTable(table.name);
        const [own, other] = await Promise.all([summarize(source, table), summarize(target, table)]);
        compared.push({ name: table.name, from: own, to: other });
      }
      return compared;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function summarize(dump: Dump, table: DumpTable): Promise<TableSummary> {
  const checksum = createChecksum(table);
  for await (const part of dump.parts(table)) checksum.add(part);
  return checksum.summary();
}
