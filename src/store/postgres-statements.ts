import type pg from 'pg';
import { type Answer, askTogether, type NamedStatement } from './postgres-trip.js';
import type { ResultSet, Statement } from './runner.js';
import { isStalePlan } from './store-errors.js';

/**
 * Runs a statement on a connection that sends without waiting (`pipeline` of pg): all of one turn of the event loop in one
 * write. What reads or writes by key has a name, so that Postgres parses and plans it once for each connection.
 * @throws what pg throws
 */
export async function ask(client: pg.ClientBase, statement: Statement): Promise<ResultSet> {
  gather(client);
  return askInOneTrip(client, [statement])[0]!;
}

/** Runs some statements one after the other in one trip; see `askTogether`. @throws what pg throws */
export function askInOneTrip(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer>[] {
  const named = statements.map(namedStatement);
  return askTogether(client, named).map((answer, index) =>
    answer.catch((error) => {
      const { sql, name } = named[index]!;
      if (name !== undefined && isStalePlan(error) && names.get(sql) === name) names.clear();
      throw error;
    }),
  );
}

/** Connections whose writes are held back until the turn ends. */
const gathering = new WeakSet<pg.ClientBase>();

/** Holds back what is written until all of this turn of the event loop is. */
function gather(client: pg.ClientBase): void {
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

function namedStatement({ sql, parameters, isKeyed }: Statement): NamedStatement {
  return { sql, parameters, name: isKeyed && nameOf(sql) };
}

function nameOf(sql: string): string | undefined {
  const known = names.get(sql);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `docgraph_${named++}`;
  names.set(sql, name);
  return name;
}
