import Database from 'better-sqlite3';

/** Comment of a migration that removes what no release in use needs: `-- contract: unused since 0.3.0`. */
const announcement = /^-- contract: unused since \d+\.\d+\.\d+$/m;

/**
 * Returns the changes of a migration that are incompatible with the release before it, which serves during the
 * migration. A migration that is announced by a comment may remove and require; no migration may rewrite a table in one
 * statement.
 * @param before scripts of the migrations before it, in order; read for SQLite only
 */
export function findContractions(provider, script, before = []) {
  const found = provider === 'sqlite' ? compareSqlite(script, before) : readPostgres(script);
  const locks = provider === 'sqlite' ? [] : countLocks(script);
  return [...(announcement.test(script) ? [] : found), ...findRewrites(script), ...locks];
}

/**
 * Maximum number of existing tables that a migration locks on Postgres. It waits up to 0.5 s for each, and keeps the
 * others meanwhile; a server gives up a write after 2 s.
 */
const maxLockedTables = 3;

function countLocks(script) {
  const text = statementsOf(script).join(';\n');
  const namesIn = (form) => [...text.matchAll(form)].map(([, name]) => name);
  const created = namesIn(/\bCREATE TABLE "(\w+)"/g);
  const locked = new Set(namesIn(/\b(?:ALTER TABLE|REFERENCES|ON) "(\w+)"/g).filter((name) => !created.includes(name)));
  if (locked.size <= maxLockedTables) return [];
  return [`locks ${locked.size} tables (${[...locked].join(', ')}); split it into parts of ${maxLockedTables}`];
}

/** Returns the statements of a script without comments. A body in dollar quotes is part of its statement. */
function statementsOf(script) {
  const text = script.replace(/--.*$/gm, '');
  return (text.match(/(?:\$\$[\s\S]*?\$\$|'(?:[^']|'')*'|[^;'])+/g) ?? []).map((statement) => statement.trim());
}

const rewrite = /^(UPDATE|DELETE FROM)\s+"?(\w+)/i;

function findRewrites(script) {
  return statementsOf(script)
    .map((statement) => rewrite.exec(statement))
    .filter(Boolean)
    .map(([, verb, table]) => `${verb.toUpperCase()} ${table} changes all rows in one statement; use row-steps.ts`);
}

/** Descriptions of clauses of Postgres, by their form. */
const clauses = [
  [
    /^DROP (TABLE|SCHEMA|VIEW|FUNCTION)\b.*?(\w+)"?( CASCADE| RESTRICT)?$/i,
    ([, kind, name]) => `removes the ${kind.toLowerCase()} ${name}`,
  ],
  [/\bDROP COLUMN (?:IF EXISTS )?"?(\w+)/i, ([, name]) => `removes the column ${name}`],
  [/\bRENAME (?:COLUMN |CONSTRAINT )?(?:"?(\w+)"? )?TO "?(\w+)/i, ([, , name]) => `renames to ${name}`],
  [/\bALTER COLUMN "?(\w+)"? (?:SET DATA )?TYPE\b/i, ([, name]) => `changes the type of ${name}`],
  [/\bALTER COLUMN "?(\w+)"? SET NOT NULL/i, ([, name]) => `requires ${name}`],
  [/\bADD COLUMN\s+"?(\w+)"? (?!.*\bDEFAULT\b).*\bNOT NULL/i, ([, name]) => `requires ${name}, which has no default`],
];

function readPostgres(script) {
  const actions = statementsOf(script).flatMap((statement) => {
    const flat = statement.replace(/\s+/g, ' ');
    // The actions of one ALTER TABLE are separated by commas outside of parentheses.
    return /^ALTER TABLE/i.test(flat) ? flat.split(/,(?![^(]*\)) ?/) : [flat, ...dropsInside(flat)];
  });
  return actions.flatMap((action) =>
    clauses.flatMap(([form, describe]) => {
      const match = form.exec(action);
      return match ? [describe(match)] : [];
    }),
  );
}

/** Returns the DROP statements in a body in dollar quotes. */
function dropsInside(statement) {
  return (/\$\$(.*)\$\$/.exec(statement)?.[1] ?? '').split(/;|BEGIN/).map((inner) => inner.trim());
}

/** Compares the tables of SQLite before and after a script, because it rebuilds a table to change it. */
function compareSqlite(script, before) {
  const database = new Database(':memory:');
  try {
    for (const earlier of before) database.exec(earlier);
    const [old, now] = [tablesOf(database), tablesOf(database.exec(script))];
    return [...old].flatMap(([table, columns]) =>
      now.has(table) ? compareColumns(table, columns, now.get(table)) : [`removes the table ${table}`],
    );
  } finally {
    database.close();
  }
}

function tablesOf(database) {
  const rows = database
    .prepare(
      `select m.name as "table", c.name, c.type, c."notnull", c.dflt_value as "default"
       from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`,
    )
    .all();
  const tables = new Map();
  for (const { table, name, ...column } of rows) tables.set(table, (tables.get(table) ?? new Map()).set(name, column));
  return tables;
}

function compareColumns(table, old, now) {
  const changed = [...old].flatMap(([name, column]) => {
    const present = now.get(name);
    if (!present) return [`removes the column ${table}.${name}`];
    if (present.type !== column.type) return [`changes the type of ${table}.${name}`];
    return present.notnull > column.notnull ? [`requires ${table}.${name}`] : [];
  });
  const added = [...now].filter(([name, { notnull, default: value }]) => !old.has(name) && notnull && value === null);
  return [...changed, ...added.map(([name]) => `requires ${table}.${name}, which has no default`)];
}
