import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import { isOneOf, listParameter } from './in-list.js';
import type { Queries, Query } from './queries.js';
import type { Provider } from './runner.js';

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

type Shape = 'one' | 'many';

/** How a list of keys is compared: `json_each` costs SQLite more than the search itself, so that one key has no list. */
function conditionOf(provider: Provider, shape: Shape): InKeys {
  return (column) =>
    shape === 'one' ? sql<SqlBool>`${sql.ref(column)} = ${hole}` : isOneOf(provider, sql.ref(column), hole);
}

function shapeOf({ provider }: Queries, keys: readonly string[]): [Shape, unknown] {
  return keys.length === 1 ? ['one', keys[0]] : ['many', listParameter(provider, keys)];
}

function compile<Row>(
  build: (queries: Queries, inKeys: InKeys) => Query<Row>,
  queries: Queries,
  shape: Shape,
): CompiledQuery<Row> {
  return build(queries, conditionOf(queries.provider, shape)).compile(queries.sql);
}
