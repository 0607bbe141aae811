import type { Answer } from './postgres-trip.js';
import type { Statement } from './runner.js';
import { isRefusedValue } from './store-errors.js';

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
  /** Whether anything was sent. */
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

/** Makes the line of a transaction. What fails fails all behind it: the first trip begins the transaction, or nothing is run. */
export function createLine({ sendTrip, isShared, fail, failure }: LineOptions): Line {
  let next: Waiting[] = [];
  let isUsed = false;
  let isDue = false;
  /** Ends with what is under way. */
  let underWay: Promise<unknown> = Promise.resolve();
  function push(statement: Statement, settle: Waiting['settle']): void {
    const { isKeyed, ...unnamed } = statement;
    next.push({ statement: isShared ? unnamed : statement, settle });
  }
  function pushed(statement: Statement): Promise<Answer> {
    return new Promise((resolve) => push(statement, resolve));
  }
  function ask(trip: Waiting[]): Promise<Answer>[] {
    const statements = trip.map(({ statement }) => statement);
    try {
      const refused = failure();
      if (refused) throw refused.error;
      isUsed = true;
      return sendTrip(statements);
    } catch (error) {
      return trip.map(() => Promise.reject(error));
    }
  }
  async function send(trip: Waiting[]): Promise<void> {
    if (trip === next) next = [];
    if (trip.length === 0) return;
    const answers = ask(trip).map((answer, index) =>
      answer.catch((error) => fail(error, isRefusedValue(error) ? trip[index]!.statement.refusal : undefined)),
    );
    for (const [index, { settle }] of trip.entries()) settle(answers[index]!);
    await Promise.allSettled(answers);
  }
  /** Sends what waits by then, once what is under way has been answered. */
  function leave(): Promise<unknown> {
    const trip = next;
    underWay = underWay.then(() => send(trip));
    return underWay;
  }
  return {
    ask(statement) {
      if (!isDue)
        setImmediate(() => {
          isDue = false;
          leave();
        });
      isDue = true;
      return pushed(statement);
    },
    later: (statement) => push(statement, (answer) => answer.catch(() => {})),
    last(statement) {
      const answer = pushed(statement);
      leave();
      return answer;
    },
    between(run) {
      const before = leave();
      next = [];
      const result = before.then(() => (failure() ? Promise.reject(failure()!.error) : run().catch(fail)));
      underWay = result.catch(() => {});
      isUsed = true;
      return result;
    },
    isUsed: () => isUsed,
  };
}
