const schemas = `n.nspname !~ '^(pg_|information_schema)'`;

/** Rows of `pg_class` in schemas of users, with the quoted name. */
const relations = `(select c.*, n.nspname, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${schemas}) r`;

/** A column of a table as in CREATE TABLE. */
const column = `format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
  || coalesce((select format(' COLLATE %I.%I', cn.nspname, co.collname) from pg_collation co
      join pg_namespace cn on cn.oid = co.collnamespace join pg_type t on t.oid = a.atttypid
      where co.oid = a.attcollation and a.attcollation <> t.typcollation), '')
  || case when a.attidentity <> '' then ' GENERATED ALWAYS AS IDENTITY'
      when a.attgenerated = 's' then ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
      when d.adbin is not null then ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) else '' end
  || case when a.attnotnull then ' NOT NULL' else '' end`;

const columnsOf = (separator) => `(select string_agg(${column}, '${separator}' order by a.attnum) from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped)`;

/** Functions. Those that use the type of a table follow the tables. */
const functions = (usesTable) => `select pg_get_functiondef(p.oid) || ';' as line
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${schemas} and p.prokind in ('f', 'p') and ${usesTable ? '' : 'not'} exists (select 1 from pg_type t
    join pg_class c on c.oid = t.typrelid where c.relkind in ('r', 'v')
      and (t.oid = p.prorettype or t.oid = any (p.proargtypes::oid[]))) order by 1`;

const constraints = (kinds) => `select format('ALTER TABLE %s ADD CONSTRAINT %I %s;', r.name, k.conname,
  pg_get_constraintdef(k.oid)) as line from pg_constraint k join ${relations} on r.oid = k.conrelid
  where k.contype in (${kinds}) order by 1`;

/** Queries for the statements of a database, as `line`, in the order in which they must run. */
export const definitions = {
  beforeRows: [
    `select format('CREATE SCHEMA IF NOT EXISTS %I;', n.nspname) as line from pg_namespace n where ${schemas} order by 1`,
    `select format('CREATE TYPE %s AS (%s);', r.name, ${columnsOf(', ')}) as line from ${relations} where r.relkind = 'c'`,
    functions(false),
    `select format('CREATE SEQUENCE %s AS %s; SELECT setval(%L, %s);', r.name, format_type(s.seqtypid, null), r.name,
       coalesce(pg_sequence_last_value(r.oid), 1)) as line from ${relations} join pg_sequence s on s.seqrelid = r.oid
       where not exists (select 1 from pg_depend d where d.objid = r.oid and d.deptype = 'i') order by 1`,
    `select format('CREATE TABLE %s (%s);', r.name, ${columnsOf(', ')}) as line from ${relations}
       where r.relkind = 'r' order by 1`,
    functions(true),
    `select format('CREATE VIEW %s AS %s', r.name, pg_get_viewdef(r.oid)) as line from ${relations} where r.relkind = 'v'`,
  ],
  /** Names of the tables, with the columns that are not generated. */
  tables: `select r.name, array_agg(a.attname::text order by a.attnum) as columns from ${relations}
    join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where r.relkind = 'r' group by r.name order by r.name`,
  afterRows: [
    `select format('ALTER SEQUENCE %s OWNED BY %s.%I;', r.name, d.refobjid::regclass, a.attname) as line from ${relations}
       join pg_depend d on d.objid = r.oid and d.deptype = 'a' and d.refobjsubid > 0
       join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid where r.relkind = 'S' order by 1`,
    constraints(`'p', 'u', 'c'`),
    `select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join ${relations} on r.oid = i.indrelid
       where not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
       order by 1`,
    constraints(`'f'`),
    `select pg_get_triggerdef(t.oid) || ';' as line from pg_trigger t join ${relations} on r.oid = t.tgrelid
       where not t.tgisinternal order by 1`,
  ],
};
