import { isUnmet } from '../connection/store-errors.js';
import type { Statement } from '../query/runner.js';
import type { Answer } from './postgres-trip.js';

/** The statements of a transaction on their way to its connection, in the order of the calls and in as few trips as can be. */
export interface Line {
  /** Asks something: in one trip with what is called in the same turn of the event loop, or while another trip is under way. */
  ask(statement: Statement): Promise<Answer>;
  /** Lets something travel with what is asked next. */
  later(statement: Statement): void;
  /** Asks what nothing comes behind, at once. */
  last(statement: Statement): Promise<Answer>;
  /** Calls what asks the connection by itself, between two trips. */
  between<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Whether anything may have been sent. */
  isUsed(): boolean;
}

/** What a line is told of its connection. */
export interface LineOptions {
  /** Sends some statements, as `askTogether`. */
  sendTrip(statements: readonly Statement[]): Promise<Answer>[];
  /** Whether names of statements would be those of another session. */
  isShared: boolean;
  /** Hears of what was thrown, and what is to be told instead, if anything; throws what is to be told. */
  fail(thrown: unknown, refusal?: Error): never;
  /** Why nothing more can be sent. */
  failure(): { error: unknown } | undefined;
}

/** A statement that waits for its trip, and what becomes of its answer. */
interface Waiting {
  statement: Statement;
  settle(answer: Promise<Answer>): void;
}

/** What waits for somebody to ask, at most: the whole trip has the time of one statement, and is in memory until then. */
const most = { statements: 50, bytes: 1_048_576 };

/** What waits for the next trip. */
interface Gathering {
  add(waiting: Waiting): void;
  /** Whether it is time to go. */
  isFull(): boolean;
  /** Takes all of it: whoever comes a second time finds nothing. */
  take(): Waiting[];
}

function createGathering(): Gathering {
  const all: Waiting[] = [];
  let bytes = 0;
  return {
    add(waiting) {
      all.push(waiting);
      bytes += bytesOf(waiting.statement);
    },
    isFull: () => all.length > most.statements || bytes > most.bytes,
    take() {
      bytes = 0;
      return all.splice(0);
    },
  };
}

function bytesOf({ parameters }: Statement): number {
  return parameters.reduce(
    (sum: number, parameter) => sum + ((parameter as { length?: number } | null)?.length ?? 0),
    0,
  );
}

/** Makes the line of a transaction. What fails fails all behind it: the first trip begins the transaction, or nothing is run. */
export function createLine(options: LineOptions): Line {
  const { isShared, fail, failure } = options;
  let next = createGathering();
  let isUsed = false;
  let isDue = false;
  /** Ends with what is under way. */
  let underWay: Promise<unknown> = Promise.resolve();
  function push(statement: Statement, settle: Waiting['settle']): void {
    const { isKeyed, ...unnamed } = statement;
    next.add({ statement: isShared ? unnamed : statement, settle });
  }
  function pushed(statement: Statement): Promise<Answer> {
    return new Promise((resolve) => push(statement, resolve));
  }
  /** Sends what waits by then, once what is under way has been answered. */
  function leave(): Promise<unknown> {
    const gathering = next;
    underWay = underWay.then(() => {
      const trip = gathering.take();
      isUsed ||= trip.length > 0 && !failure();
      return send(trip, options);
    });
    return underWay;
  }
  function leaveSoon(): void {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      leave();
    });
  }
  return {
    ask(statement) {
      leaveSoon();
      return pushed(statement);
    },
    later(statement) {
      push(statement, (answer) => answer.catch(() => {}));
      if (next.isFull()) leave();
    },
    last(statement) {
      const answer = pushed(statement);
      leave();
      return answer;
    },
    between(run) {
      const before = leave();
      next = createGathering();
      const result = before.then(() => (failure() ? Promise.reject(failure()!.error) : run().catch(fail)));
      underWay = result.catch(() => {});
      isUsed = true;
      return result;
    },
    isUsed: () => isUsed,
  };
}

/** Sends a trip. Resolves once all of it has been answered, or refused. */
async function send(trip: Waiting[], { sendTrip, fail, failure }: LineOptions): Promise<void> {
  if (trip.length === 0) return;
  const statements = trip.map(({ statement }) => statement);
  const answers = asked(statements, { sendTrip, failure }).map((answer, index) =>
    answer.catch((error) => fail(error, isUnmet(error) ? statements[index]!.refusal : undefined)),
  );
  for (const [index, { settle }] of trip.entries()) settle(answers[index]!);
  await Promise.allSettled(answers);
}

function asked(
  statements: readonly Statement[],
  { sendTrip, failure }: Pick<LineOptions, 'sendTrip' | 'failure'>,
): Promise<Answer>[] {
  const refused = failure();
  return refused ? statements.map(() => Promise.reject(refused.error)) : sendTrip(statements);
}
