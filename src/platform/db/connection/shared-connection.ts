import type pg from 'pg';
import { startupRefusal } from './store-errors.js';

/** Settings that the store relies on, with patterns of valid values. The operator may choose the timeouts. */
const requiredSettings: Record<string, RegExp> = {
  statement_timeout: /^(?!0$)/,
  lock_timeout: /^(?!0$)/,
  idle_in_transaction_session_timeout: /^(?!0$)/,
  default_transaction_isolation: /^read committed$/,
  DateStyle: /^ISO, YMD$/,
  bytea_output: /^hex$/,
  random_page_cost: /^1(\.[0-5]\d*)?$/,
};

/**
 * Checks the settings of a connection that a pooler provides for one transaction at a time. The store cannot change
 * them, because the next user of the connection would inherit the changes.
 * @throws AppError with the reason STORE_REFUSED, which names the wrong settings
 */
export async function checkPooledConnection(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const text = 'select name, current_setting(name) as value from unnest($1::text[]) as name';
  const { rows } = await client.query<{ name: string; value: string }>(text, [Object.keys(requiredSettings)]);
  const wrong = rows
    .filter(({ name, value }) => !requiredSettings[name]!.test(value))
    .map(({ name, value }) => `${name} ${value}`);
  if (wrong.length > 0)
    throw startupRefusal(
      `The pooler at DATABASE_URL must set its connections up (\`connect_query\`); they have ${wrong.join(', ')}`,
    );
}
