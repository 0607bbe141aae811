import pg from 'pg';
import { definitions } from './postgres-definitions.mjs';

/**
 * Returns SQL that creates a Postgres database again in an empty one. It has the definitions of the version that made
 * the database, and all rows. It needs no program of Postgres.
 */
export async function dumpPostgres(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set search_path to ''; set bytea_output to 'hex'; set datestyle to 'ISO, YMD'`);
    const lines = ['set check_function_bodies = off;', 'set session_replication_role = replica;'];
    for (const query of definitions.beforeRows) lines.push(...(await readLines(client, query)));
    for (const table of (await client.query(definitions.tables)).rows)
      lines.push(...(await readLines(client, rows(table))));
    for (const query of definitions.afterRows) lines.push(...(await readLines(client, query)));
    return `${lines.join('\n')}\nreset session_replication_role; reset check_function_bodies;\n`;
  } finally {
    await client.end();
  }
}

async function readLines(client, query) {
  return (await client.query(query)).rows.map(({ line }) => line);
}

/** Returns a query for one INSERT statement per row, in the order of the rows as text. */
function rows({ name, columns }) {
  const list = columns.map((column) => pg.escapeIdentifier(column));
  const values = list.map((column) => `quote_nullable(${column}::text)`).join(', ');
  const head = pg.escapeLiteral(`INSERT INTO ${name} (${list.join(', ')}) OVERRIDING SYSTEM VALUE VALUES (`);
  return `select ${head} || concat_ws(', ', ${values}) || ');' as line from ${name} order by 1`;
}
