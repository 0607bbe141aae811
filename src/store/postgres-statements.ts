import pg from 'pg';
import { chunksOf } from '../arrays/chunks-of.js';
import { type Answer, askTogether, type NamedStatement } from './postgres-trip.js';
import type { ResultSet, Statement } from './runner.js';
import { isStalePlan } from './store-errors.js';

/**
 * Runs a statement on a connection that sends without waiting (`pipeline` of pg), in one trip with those of the same turn of the
 * event loop: Postgres answers them in one piece, and commits once. What reads or writes by key has a name, so that Postgres parses
 * and plans it once for each connection. One that fails says nothing of the others, which are run once more.
 * @throws what pg throws
 */
export function ask(client: pg.ClientBase, statement: Statement): Promise<ResultSet> {
  const waiting = gathered.get(client) ?? gather(client);
  return new Promise((resolve, reject) => waiting.push({ statement, resolve, reject }));
}

/** A statement that waits for its trip. */
interface Waiting {
  statement: Statement;
  resolve(answer: ResultSet): void;
  reject(error: unknown): void;
}

/** What was asked in this turn of the event loop, by the connection that it waits for. */
const gathered = new WeakMap<pg.ClientBase, Waiting[]>();

/** Statements in a trip: the first of them is answered no sooner than the last, where the answers are short. */
const mostTogether = 16;

/** Gathers what is asked of a connection until the turn ends. */
function gather(client: pg.ClientBase): Waiting[] {
  const waiting: Waiting[] = [];
  gathered.set(client, waiting);
  setImmediate(() => {
    gathered.delete(client);
    for (const trip of chunksOf(waiting, mostTogether)) leave(client, trip);
  });
  return waiting;
}

function leave(client: pg.ClientBase, trip: readonly Waiting[]): void {
  const answers = askInOneTrip(
    client,
    trip.map(({ statement }) => statement),
  );
  let hasFailed = false;
  for (const [index, { statement, resolve, reject }] of trip.entries()) {
    answers[index]!.then(resolve, (error) => {
      const isBehind = hasFailed && isOfOneStatement(error);
      hasFailed = true;
      if (isBehind) ask(client, statement).then(resolve, reject);
      else reject(error);
    });
  }
}

/** Whether the connection has survived it. */
function isOfOneStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
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
