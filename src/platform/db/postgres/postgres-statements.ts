import pg from 'pg';
import { isStalePlan } from '../connection/store-errors.js';
import type { ResultSet, Statement } from '../query/runner.js';
import { type Answer, askTogether, knows, type NamedStatement } from './postgres-trip.js';

/**
 * Reads something on a connection that sends without waiting (`pipeline` of pg), in one trip with what is asked in the same turn of the
 * event loop: Postgres answers all of it in one piece, and commits once. What reads by key has a name, so that Postgres parses and
 * plans it once for each connection. Where one fails, those behind it in the trip are asked again.
 * @throws what pg throws
 */
export function ask(client: pg.ClientBase, statement: Statement): Promise<ResultSet> {
  const waiting = gathered.get(client) ?? gatherThisTurn(client);
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

function gatherThisTurn(client: pg.ClientBase): Waiting[] {
  const waiting: Waiting[] = [];
  gathered.set(client, waiting);
  setImmediate(() => {
    gathered.delete(client);
    for (const trip of tripsOf(client, waiting)) leave(client, trip);
  });
  return waiting;
}

/** Trips in the order of the calls. What the connection has to be taught travels alone: a trip that fails would teach it nothing. */
function tripsOf(client: pg.ClientBase, waiting: readonly Waiting[]): Waiting[][] {
  const trips: Waiting[][] = [];
  let isOpen = false;
  for (const one of waiting) {
    const isKnown = knows(client, namedStatement(one.statement));
    if (isOpen && isKnown && trips.at(-1)!.length < mostTogether) trips.at(-1)!.push(one);
    else trips.push([one]);
    isOpen = isKnown;
  }
  return trips;
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

/** Whether the connection has survived it: Postgres told it, and does not close (classes 08 and 57P0 of its codes). */
function isOfOneStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P0)/.test(error.code ?? '');
}

/** Runs some statements one after the other in one trip; see `askTogether`. */
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
