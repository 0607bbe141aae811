import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import { isOneOf, listParameter } from './in-list.js';
import type { Queries, Query } from './queries.js';
import type { Provider } from './runner.js';

/** Builds the condition that a column is one of the keys. */
export type InKeys = (column: string) => Expression<SqlBool>;

/**
 * Creates a query that differs between calls only in its keys. Building and compiling a query takes several times as
 * long as SQLite needs to run it. So it is compiled once for one key and once for several, per database.
 * @param build builds the query; must not depend on values that differ between calls
 */
export function keyedQuery<Row>(
  build: (queries: Queries, inKeys: InKeys) => Query<Row>,
): (queries: Queries, keys: readonly string[]) => Query<Row> {
  const templates = new Map<string, CompiledQuery<Row>>();
  return (queries, keys) => {
    const [shape, value] = shapeAndParameter(queries, keys);
    const name = `${queries.provider} ${shape}`;
    const template = templates.get(name) ?? compile(build, queries, shape);
    templates.set(name, template);
    const parameters = template.parameters.map((parameter) => (parameter === keysPlaceholder ? value : parameter));
    return { compile: () => ({ ...template, parameters, isKeyed: true }) };
  };
}

/** Placeholder for the keys in a template. */
const keysPlaceholder = {};

type Shape = 'one' | 'many';

/**
 * Returns the condition on the keys. A single key is compared without a list, because `json_each` costs SQLite more
 * than the search.
 */
function keyCondition(provider: Provider, shape: Shape): InKeys {
  return (column) =>
    shape === 'one'
      ? sql<SqlBool>`${sql.ref(column)} = ${keysPlaceholder}`
      : isOneOf(provider, sql.ref(column), keysPlaceholder);
}

function shapeAndParameter({ provider }: Queries, keys: readonly string[]): [Shape, unknown] {
  return keys.length === 1 ? ['one', keys[0]] : ['many', listParameter(provider, keys)];
}

function compile<Row>(
  build: (queries: Queries, inKeys: InKeys) => Query<Row>,
  queries: Queries,
  shape: Shape,
): CompiledQuery<Row> {
  return build(queries, keyCondition(queries.provider, shape)).compile(queries.sql);
}
