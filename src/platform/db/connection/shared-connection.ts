import type pg from 'pg';
import { refusal } from './store-errors.js';

/** Settings that the store relies on, and what each of them must be like: an order of magnitude is the operator's. */
const needed: Record<string, RegExp> = {
  statement_timeout: /^(?!0$)/,
  lock_timeout: /^(?!0$)/,
  idle_in_transaction_session_timeout: /^(?!0$)/,
  default_transaction_isolation: /^read committed$/,
  DateStyle: /^ISO, YMD$/,
  bytea_output: /^hex$/,
  random_page_cost: /^1(\.[0-5]\d*)?$/,
};

/**
 * Checks a connection that a pooler lends for a transaction each: what it is told of its session would be told to whoever has
 * it next, so that it must come as it should be.
 * @throws AppError with the reason STORE_REFUSED, naming the settings that are missing.
 */
export async function checkShared(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const text = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await client.query<{ name: string; value: string }>(text, [Object.keys(needed)]);
  const wrong = rows
    .filter(({ name, value }) => !needed[name]!.test(value))
    .map(({ name, value }) => `${name} ${value}`);
  if (wrong.length > 0)
    throw refusal(
      `The pooler at DATABASE_URL must set its connections up (\`connect_query\`); they have ${wrong.join(', ')}`,
    );
}
