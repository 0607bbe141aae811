import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import type { Queries, Query } from './queries.js';

/** The condition that a column is one of the keys. */
export type InKeys = (column: string) => Expression<SqlBool>;

/**
 * Makes a query that is the same at every call but for its keys. Building and compiling a query costs several times
 * what SQLite takes to run it, so it is done once for one key, once for several, on each database.
 * @param build builds the query; it may use nothing that differs from call to call.
 */
export function keyedQuery<Row>(
  build: (queries: Queries, inKeys: InKeys) => Query<Row>,
): (queries: Queries, keys: readonly string[]) => Query<Row> {
  const templates = new Map<string, CompiledQuery<Row>>();
  return (queries, keys) => {
    const [shape, value] = shapeOf(queries, keys);
    const name = `${queries.provider} ${shape}`;
    const template = templates.get(name) ?? compile(build, queries, shape);
    templates.set(name, template);
    const parameters = template.parameters.map((parameter) => (parameter === hole ? value : parameter));
    return { compile: () => ({ ...template, parameters, isKeyed: true }) };
  };
}

/** Stands for the keys in a template. */
const hole = {};

type Shape = keyof typeof conditions;

/** How a list of keys is compared: `json_each` costs SQLite more than the search itself, so that one key has no list. */
const conditions = {
  one: (column: string) => sql<SqlBool>`${sql.ref(column)} = ${hole}`,
  array: (column: string) => sql<SqlBool>`${sql.ref(column)} = any(${hole})`,
  json: (column: string) => sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${hole}))`,
};

function shapeOf({ provider }: Queries, keys: readonly string[]): [Shape, unknown] {
  if (keys.length === 1) return ['one', keys[0]];
  return provider === 'postgresql' ? ['array', keys] : ['json', JSON.stringify(keys)];
}

function compile<Row>(
  build: (queries: Queries, inKeys: InKeys) => Query<Row>,
  queries: Queries,
  shape: Shape,
): CompiledQuery<Row> {
  return build(queries, conditions[shape]).compile(queries.sql);
}
