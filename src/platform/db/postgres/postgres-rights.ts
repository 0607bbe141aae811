import pg from 'pg';
import { listNames } from '../../arrays/list-names.js';
import { startupRefusal } from '../connection/store-errors.js';
import { tables } from '../generated/columns.js';

/** Rights that a role has, and rights that it lacks. */
interface Rights {
  role: string;
  /** Schema of the tables; null if the role may use none. */
  schema: string | null;
  searchPath: string;
  /** Whether the role may create tables in the schema. */
  creates: boolean;
  /** Tables of other owners; this role is not a member of the role that owns the table. */
  foreign: string[];
  /**
   * Rights on tables, their sequences and functions that the role needs to serve requests but lacks, such as `UPDATE on
   * "Space"`.
   */
  lacking: string[];
}

const manual = 'docs/operating.md, Roles, has the statements that grant them';

/**
 * Checks that the role in a URL may migrate the database: create tables in its schema, and change existing ones.
 * @throws AppError with the reason STORE_REFUSED, which names the missing rights
 */
export async function checkMigrationRights(url: string): Promise<void> {
  const { role, schema, searchPath, creates, foreign } = await readRights(url);
  const missing = [
    ...(schema === null ? [`USAGE on a schema of its search_path (${searchPath})`] : []),
    ...(schema !== null && !creates ? [`CREATE on the schema ${schema}`] : []),
    ...foreign.map((table) => `ownership of "${table}"`),
  ];
  if (missing.length === 0) return;
  throw startupRefusal(
    `The role ${role} cannot migrate the database: it lacks ${listNames(missing)}. Run \`docgraph migrate\` with the role that owns the tables; ${manual}`,
  );
}

/**
 * Checks that the role in a URL may serve a migrated database: read and write rows of all tables.
 * @throws AppError with the reason STORE_REFUSED, which names the missing rights
 */
export async function checkServingRights(url: string): Promise<void> {
  const { role, lacking } = await readRights(url);
  if (lacking.length > 0) throw startupRefusal(`The role ${role} lacks ${listNames(lacking)}; ${manual}`);
}

const rightsQuery = `
  with own as (select c.oid, c.relname::text as name, c.relowner from pg_class c
    where c.relnamespace = (select oid from pg_namespace where nspname = current_schema())
      and c.relkind in ('r', 'p') and c.relname = any ($1::text[]))
  select current_user::text as role, current_schema()::text as schema, current_setting('search_path') as "searchPath",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as creates,
    array(select name from own where not pg_has_role(relowner, 'USAGE') order by name) as foreign,
    array(select privilege || ' on "' || name || '"' from own
        cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) as privilege
        where not has_table_privilege(oid, privilege) and (privilege = 'SELECT' or name <> '_prisma_migrations')
      union all select 'USAGE on the sequence "' || c.relname || '"' from pg_class c
        join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refobjid in (select oid from own)
        where case c.relkind when 'S' then not has_sequence_privilege(c.oid, 'USAGE') else false end
      union all select 'EXECUTE on the function ' || p.proname from pg_proc p
        where p.pronamespace = (select oid from pg_namespace where nspname = current_schema())
          and p.proname = 'docgraph_require' and not has_function_privilege(p.oid, 'EXECUTE')
      order by 1) as lacking`;

async function readRights(url: string): Promise<Rights> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Rights>(rightsQuery, [[...Object.keys(tables), '_prisma_migrations']]);
    return rows[0]!;
  } finally {
    await client.end();
  }
}
