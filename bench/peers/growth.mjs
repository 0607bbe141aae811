import Database from 'better-sqlite3';
import { startServer } from '../serve.mjs';
import { openByHand } from '../servers/hand-database.mjs';
import { runSql } from './databases.mjs';
import { numberedReads } from './reads.mjs';
import { reportRow, titleWithDatabase } from './report-row.mjs';
import { measure, withServers } from './sessions.mjs';

/**
 * Compares two sizes of data. Reads of an organization with 200,000 change requests may take at most 1.2 times as long
 * as with 2,000.
 */
export const growth = {
  name: 'growth',
  on: ['postgresql', 'sqlite'],
  times: 100,
  aim: 0.83,
  reads: { 'nested read': numberedReads.nested, 'list of 100 spaces': numberedReads.list },
};

/** Measures the reads on a grown database and on the original one. Returns a row for each read. */
export async function runGrowth(kind, bench) {
  const { world, copies, kept } = await bench.databases(kind);
  const [{ ours: few }, { ours: many }] = [await kept(), await copies()];
  await multiply(many);
  const start = (url) => () => startServer('docgraph', { url });
  return withServers({ ours: start(many), peer: start(few) }, async (servers) => {
    const rows = [];
    for (const [title, request] of Object.entries(growth.reads)) {
      const asked = ([name, server]) => [name, { ...server, request: request(world) }];
      const sides = Object.fromEntries(Object.entries(servers).map(asked));
      const row = {
        title: titleWithDatabase(`${title}, 200,000 change requests`, kind),
        peer: { against: '2,000 of them', isItself: true },
        aim: growth.aim,
      };
      rows.push(reportRow(sides, await measure(sides), row));
    }
    return rows;
  });
}

/** Adds copies of each change request to its space, with new ids and numbers. */
async function multiply(url) {
  const database = openByHand(url);
  const [sample] = await database.prepare('select * from "ChangeRequest" limit 1')();
  await database.close();
  const rest = Object.keys(sample).filter((name) => !['id', 'number'].includes(name));
  const columns = rest.map((name) => `"${name}"`).join(', ');
  await run(
    url,
    `with recursive step(k) as (select 1 union all select k + 1 from step where k < ${growth.times - 1})
    insert into "ChangeRequest" ("id", "number", ${columns})
    select substr("id", 1, length("id") - 7) || substr(cast(10000000 + place * ${growth.times} + k as text), 2),
      "number" + 10 * k, ${columns}
    from (select *, row_number() over (order by "id") as place from "ChangeRequest") as original cross join step`,
  );
  const all = `"changeRequestNumber" * ${growth.times}`;
  await run(
    url,
    `update "Space" set "changeRequestNumber" = ${all}, "changeRequestsOpen" = "changeRequestsOpen" * ${growth.times}`,
  );
  if (!url.startsWith('file:')) await run(url, 'vacuum analyze');
}

function run(url, text) {
  if (!url.startsWith('file:')) return runSql(url, text);
  const database = new Database(url.slice('file:'.length));
  try {
    database.exec(text);
  } finally {
    database.close();
  }
}
