import Database from 'better-sqlite3';
import pg from 'pg';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { sessionDefaults } from '../../src/platform/db/postgres/postgres-pool.js';
import { provider } from './database.js';

/** Statements by SQL, each with the name of the operation that ran it first. */
export type Statements = Map<string, string>;

/**
 * Returns the statements that would read more rows of a large table than they return, with their plans. They scan the
 * whole table, or sort all its rows for one page.
 */
export async function expensiveStatements(url: string, statements: Statements): Promise<string[]> {
  const plans = provider === 'sqlite' ? plansOfSqlite(url, statements) : await plansOfPostgres(url, statements);
  return plans
    .filter(({ isPage, scans, sorts }) => scans.length > 0 || (isPage && sorts))
    .map(({ name, sql, text }) => `${name}\n${sql}\n${text}`);
}

interface Plan {
  name: string;
  sql: string;
  /**
   * Whether the statement reads one page of a list. Its order must be that of an index. Complete lists and grouped rows
   * may be sorted.
   */
  isPage: boolean;
  /** Tables that are scanned. */
  scans: string[];
  sorts: boolean;
  text: string;
}

type PlanAnalysis = Pick<Plan, 'scans' | 'sorts' | 'text'>;

/**
 * Reports whether a statement may sort its rows, because no index has them in the order of the list. These are groups
 * of rows, and the access tokens of all members of an organization.
 */
const maySort = (sql: string): boolean => sql.includes(' group by ') || sql.includes('"BlockedToken"');

const planOf = (name: string, sql: string, analysis: PlanAnalysis): Plan => ({
  ...{ name, sql, isPage: / order by .* limit /s.test(sql) && !maySort(sql) },
  ...analysis,
});

/** SQLite returns the plan of a statement, which does not depend on the size of the tables. */
function plansOfSqlite(url: string, statements: Statements): Plan[] {
  const database = new Database(sqlitePath(url), { readonly: true });
  try {
    return [...statements].map(([sql, name]) => {
      const rows = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`);
      const steps = rows.all(Array(sql.split('?').length - 1).fill('')).map(({ detail }) => detail);
      return planOf(name, sql, analyzeSqlitePlan(steps));
    });
  } finally {
    database.close();
  }
}

function analyzeSqlitePlan(steps: string[]): PlanAnalysis {
  const subqueries = new Set(steps.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1]));
  const scans = steps
    .filter((step) => !/VIRTUAL TABLE|CONSTANT ROW/.test(step))
    .map((step) => /^SCAN (\S+)/.exec(step)?.[1])
    .filter((name) => name !== undefined && !subqueries.has(name));
  return {
    scans: scans as string[],
    sorts: steps.some((step) => step.includes('TEMP B-TREE FOR ORDER BY')),
    text: steps.join('\n'),
  };
}

/**
 * Postgres uses the statistics of tables for its plans. These statements set the statistics to those of large tables,
 * with
 * 20 rows for each value of a column.
 */
const largeTableStatistics = [
  `update pg_class set reltuples = 200000, relpages = greatest(1, pg_relation_size(oid) / 8192)
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  `select pg_clear_attribute_stats('public', table_name, column_name, false), pg_restore_attribute_stats(
      'schemaname', 'public', 'relname', table_name::text, 'attname', column_name::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', 30, 'n_distinct', -0.05::real)
    from information_schema.columns join pg_class on relname = table_name and relkind = 'r'
    where table_schema = 'public'`,
  // With these settings, Postgres scans a table only if there is no other way.
  ...['seqscan', 'bitmapscan'].map((way) => `set local enable_${way} to off`),
];

async function plansOfPostgres(url: string, statements: Statements): Promise<Plan[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of [sessionDefaults, 'begin', ...largeTableStatistics]) await client.query(statement);
    const plans: Plan[] = [];
    for (const [sql, name] of statements)
      plans.push(planOf(name, sql, analyzePostgresPlan(await explainStatement(client, sql))));
    await client.query('rollback');
    return plans;
  } finally {
    await client.end();
  }
}

/** Returns the plan of a statement. Sorting is disabled too, except where `maySort` allows it. */
async function explainStatement(client: pg.Client, sql: string): Promise<Node> {
  const sorting = maySort(sql) ? 'on' : 'off';
  await client.query(`set local enable_sort to ${sorting}; set local enable_incremental_sort to ${sorting}`);
  const { rows } = await client.query(`explain (generic_plan, format json) ${sql}`);
  return rows[0]['QUERY PLAN'][0].Plan;
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

function analyzePostgresPlan(plan: Node): PlanAnalysis {
  const nodes = nodesOf(plan);
  return {
    scans: nodes.filter(isScan).map((node) => node['Relation Name']!),
    sorts: nodes.some((node) => node['Node Type'].endsWith('Sort')),
    text: linesOf(plan).join('\n'),
  };
}

function linesOf(node: Node, depth = 0): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition, Plans = [] } = node;
  const line = [type, table, index, condition].filter((part) => part !== undefined).join(' ');
  return [' '.repeat(depth) + line, ...Plans.flatMap((inner) => linesOf(inner, depth + 1))];
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** An index scan without a condition reads the whole table in the order of the index. */
function isScan(node: Node): boolean {
  const type = node['Node Type'];
  return type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && node['Index Cond'] === undefined);
}
