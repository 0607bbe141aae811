import { existsSync } from 'node:fs';
import { corpus } from './corpus.mjs';
import { withNewDatabases } from './fairness/databases.mjs';
import { printTable, reportRow } from './fairness/report.mjs';
import { rows } from './fairness/rows.mjs';
import { runRow } from './fairness/run-row.mjs';
import { isSameUser } from './fairness/world.mjs';

/**
 * Measures how long one organization waits while another one causes load, compared to the wait without that load. Each
 * row of the table has its own database and server. With FAIRNESS_SAME_USER=1 one user is a member of both
 * organizations.
 * @param asked names of the rows to measure; if empty, all rows are measured
 */
export default async function fairness(asked = []) {
  const names = rows.map(({ name }) => name);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`No row named ${unknown.join(', ')}; there are ${names.join(', ')}`);
    process.exit(2);
  }
  console.log(`  ${isSameUser ? 'one user in both organizations' : 'two organizations, each with its own user'}`);
  const wanted = rows.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const table = [];
  await withNewDatabases(async (newDatabase) => {
    for (const row of wanted) for (const kind of row.on) table.push(await measureRow(row, kind, newDatabase));
  });
  console.log('');
  printTable(table.filter(Boolean));
}

/**
 * Measures a row and returns its line of the table. If a row fails, the failure is reported and the other rows are
 * still measured; then the run fails.
 */
async function measureRow(row, kind, newDatabase) {
  if (row.needsCorpus && !existsSync(corpus)) {
    console.log(`  ${row.name}: SKIPPED: no corpus at ${corpus}; set DOCGRAPH_SHARED to the folder that contains it`);
    return undefined;
  }
  try {
    return reportRow(row, kind, await runRow(row, await newDatabase(kind)));
  } catch (error) {
    console.error(`  ${row.name} on ${kind}: FAILED: ${error.stack}`);
    process.exitCode = 1;
    return undefined;
  }
}
