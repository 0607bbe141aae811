import type pg from 'pg';
import { askPostgres } from './postgres-asking.js';
import type { ResultSet, Statement } from './runner.js';
import { isStalePlan } from './store-errors.js';

/**
 * Runs a statement on a connection that sends without waiting (`pipeline` of pg): all of one turn of the event loop in one
 * write. What reads or writes by key has a name, so that Postgres parses and plans it once for each connection.
 * @throws what pg throws
 */
export async function ask(client: pg.ClientBase, { sql, parameters, isKeyed }: Statement): Promise<ResultSet> {
  gather(client);
  const name = isKeyed && nameOf(sql);
  return askPostgres(client, { sql, parameters, name }).catch((error) => {
    if (isStalePlan(error) && names.get(sql) === name) names.clear();
    throw error;
  });
}

/** Connections whose writes are held back until the turn ends. */
const gathering = new WeakSet<pg.ClientBase>();

/** Holds back what is written until all of this turn of the event loop is. */
export function gather(client: pg.ClientBase): void {
  if (gathering.has(client)) return;
  gathering.add(client);
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }).connection;
  stream.cork();
  setImmediate(() => {
    gathering.delete(client);
    stream.uncork();
  });
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

/** Statements that have a name; a connection keeps the plan of each, and what comes later has none. */
const mostNames = 1_000;

/** Names by statement. All are given anew where a migration has changed what one of them answers: no connection knows them yet. */
const names = new Map<string, string>();
let named = 0;

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `docgraph_${named++}`;
  names.set(sql, name);
  return name;
}
