import { createChecksum, type TableSummary } from '../../../../src/platform/db/dump/checksum.js';
import type { LoadOptions } from '../../../../src/platform/db/dump/contract/load.js';
import { openDump } from '../../../../src/platform/db/dump/open-dump.js';
import { openLoad } from '../../../../src/platform/db/dump/open-load.js';

/** Copies all rows of a database to an empty migrated one. */
export async function copyAll(from: string, to: string, commits: LoadOptions['commits'] = 'atEnd'): Promise<void> {
  const dump = await openDump({ url: from });
  const load = await openLoad({ url: to, commits });
  for (const table of dump.tables) await load.write(table, dump.parts(table));
  await load.finish(await dump.counters());
  await dump.close();
}

/** Returns the summary of each table of a database that has rows. */
export async function summaries(url: string, copyTo?: string): Promise<Record<string, TableSummary>> {
  const dump = await openDump({ url, copyTo });
  const result: Record<string, TableSummary> = {};
  for (const table of dump.tables) {
    const checksum = createChecksum(table);
    for await (const part of dump.parts(table)) checksum.add(part);
    const summary = checksum.summary();
    if (summary.rows > 0) result[table.name] = summary;
  }
  await dump.close();
  return result;
}
