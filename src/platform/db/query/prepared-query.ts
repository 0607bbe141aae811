import { type CompiledQuery, type Expression, type SqlBool, sql } from 'kysely';
import { isOneOf, listParameter } from './in-list.js';
import type { Queries, Query } from './queries.js';

/** Returns the placeholder of a named value in a query. */
export type ValueNamed<Values> = (name: keyof Values & string) => Expression<never>;

/** Returns the condition that a column is in a named list. */
export type ListCondition<Values> = (column: string, name: keyof Values & string) => Expression<SqlBool>;

/**
 * Creates a query that differs between calls only in some values, as `keyedQuery` does for keys. It is built and
 * compiled once per database.
 * @param build builds the query; must not depend on values that differ between calls
 */
export function preparedQuery<Values extends object, Found>(
  build: (queries: Queries, value: ValueNamed<Values>, isIn: ListCondition<Values>) => Query<Found>,
): (queries: Queries, values: Values) => Query<Found> {
  const templates = new Map<string, CompiledQuery<Found>>();
  return (queries, values) => {
    const template = templates.get(queries.provider) ?? compile(build, queries);
    templates.set(queries.provider, template);
    const parameters = template.parameters.map((parameter) =>
      parameter instanceof ValuePlaceholder ? parameter.resolve(values) : parameter,
    );
    return { compile: () => ({ ...template, parameters, isKeyed: true }) };
  };
}

/** Placeholder for a value in a template. */
class ValuePlaceholder {
  constructor(readonly resolve: (values: object) => unknown) {}
}

function compile<Values extends object, Found>(
  build: (queries: Queries, value: ValueNamed<Values>, isIn: ListCondition<Values>) => Query<Found>,
  queries: Queries,
): CompiledQuery<Found> {
  const namedValue = (values: object, name: string) => (values as Record<string, unknown>)[name];
  const namedListParameter = (values: object, name: string) =>
    listParameter(queries.provider, namedValue(values, name) as readonly unknown[]);
  const isIn: ListCondition<Values> = (column, name) =>
    isOneOf(queries.provider, sql.ref(column), new ValuePlaceholder((values) => namedListParameter(values, name)));
  const value: ValueNamed<Values> = (name) =>
    sql`${new ValuePlaceholder((values) => namedValue(values, name))}` as never;
  return build(queries, value, isIn).compile(queries.sql);
}
