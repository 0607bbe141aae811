import { sql } from 'kysely';
import { jobKinds } from '../../../../src/app/job-kinds.js';
import { deleteOrganization } from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { organizationTables } from '../../../../src/modules/lifecycle/organizations/organization-tables.js';
import { tableMetadata } from '../../../../src/platform/db/query/columns.js';
import { createOutbound } from '../../../../src/platform/outbound/outbound.js';
import type { TestApp } from '../../../support/app.js';
import { runKind } from '../../../support/run-kind.js';

/** Deletes an organization as the operator, so that its removal is due immediately. */
export function deleteNow({ store, operator }: TestApp, organization: string) {
  return deleteOrganization({ store, viewer: operator }, { organization, now: true });
}

/** Removes all organizations whose removal is due. */
export const removeDue = ({ store }: TestApp) =>
  runKind(jobKinds({ store, outbound: createOutbound([]) }), 'organizations.purge');

/** Returns all rows of all tables of the database as text, by table, including tables without a model. */
export async function dumpDatabase({ store: { read, provider } }: TestApp): Promise<Map<string, string[]>> {
  const names =
    provider === 'sqlite'
      ? sql<{ name: string }>`select "name" from sqlite_master where "type" = 'table' order by "name"`
      : sql<{ name: string }>`select "table_name" as "name" from information_schema.tables
          where "table_schema" = current_schema() order by "name"`;
  const dump = new Map<string, string[]>();
  for (const { name } of await read.all(names)) {
    const rows = await read.all(sql<object>`select * from ${sql.table(name)}`);
    dump.set(name, rows.map(rowText).sort());
  }
  return dump;
}

/** Returns the values of a row as text. Decodes bytes as Latin-1, because texts are stored as bytes. */
function rowText(row: object): string {
  return JSON.stringify(row, (_name, value) => {
    const bytes = value?.type === 'Buffer' ? Buffer.from(value.data) : value instanceof Uint8Array ? value : null;
    return bytes ? Buffer.from(bytes).toString('latin1') : value;
  });
}

/** Returns the tables with rows that contain a text. */
export function tablesWith(dump: ReadonlyMap<string, string[]>, text: string): string[] {
  return [...dump].flatMap(([table, rows]) => (rows.some((row) => row.includes(text)) ? [table] : []));
}

/** Returns the ids of all rows of an organization, in the tables that have ids. */
export async function idsOfOrganization({ store: { read } }: TestApp, organization: string): Promise<string[]> {
  const tables = organizationTables.filter((table) => 'id' in tableMetadata(table).columns);
  const rows = tables.map((table) =>
    read.all(sql<{ id: string }>`select "id" from ${sql.table(table)} where "organizationId" = ${organization}`),
  );
  return (await Promise.all(rows)).flat().map(({ id }) => id);
}

/** Returns the organization tables that have rows of an organization. */
export async function tablesOfOrganization({ store: { read } }: TestApp, organization: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of organizationTables) {
    const rows = sql`select 1 from ${sql.table(table)} where "organizationId" = ${organization} limit 1`;
    if ((await read.all(rows)).length > 0) found.push(table);
  }
  return found;
}
