import { sql } from 'kysely';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Store } from '../../platform/db/write/store.js';
import { isBranchLocked, lockBranch } from './branch-lock.js';

/**
 * Work on content that an action needs before it writes, such as an edit, a merge or the analysis of texts for an
 * index. Small work runs in the transaction. Larger work would block other writers for too long: the transaction is
 * rolled back, the work runs outside of it, and a new transaction starts. The new transaction uses the result if the
 * key is still the same.
 */
export interface Computation<Value> {
  /**
   * Id of the space or change request whose content the action changes; null if there is none. All computations of an
   * action have the same branch.
   */
  branch: string | null;
  /** Name of the computation, such as `merge`. */
  name: string;
  /**
   * Hashes of all contents that the result depends on. The request itself is not part of the key, because it does not
   * change.
   */
  key: string;
  /** Reads the input of the work. */
  load(read: Queries): Promise<ContentWork<Value>>;
}

/** Work whose input has been read. */
export interface ContentWork<Value> {
  /** Bytes of text that the work processes. */
  weight: number;
  /** Does the work, and reads more input if it needs any. It may run several times, so it must have no side effects. */
  run(read: Queries): Promise<Value>;
}

/**
 * Maximum weight of work that runs in a transaction, in bytes of text. That amount is read, compared or written in
 * about 10 ms.
 */
export const lightWork = 16_384;

/**
 * Maximum number of times that an action repeats a computation outside of a transaction because its branch changed
 * meanwhile. After that, the computation runs in the transaction.
 */
const maxRetries = 3;

/** Thrown in a transaction to roll it back, so that work can run outside of it. `Computing.run` always catches it. */
class Interruption {
  readonly branch: string | null;
  readonly name: string;
  constructor(
    { branch, name }: Pick<Computation<unknown>, 'branch' | 'name'>,
    /** Does the work and stores its result for the next attempt; undefined if the action only waits for the branch. */
    readonly work?: (read: Queries) => Promise<void>,
  ) {
    this.branch = branch;
    this.name = name;
  }
}

/**
 * Function that returns the result of a computation in the transaction of an action; see `Computation`.
 * @throws errors of the work
 */
export type Compute = <Value>(read: Queries, computation: Computation<Value>) => Promise<Value>;

/** Computations of an action, and the lock of its branch. */
export interface Computing {
  /**
   * Runs a transaction again and again, until no computation interrupts it.
   * @param attempt runs the transaction once; an interruption rolls back its writes
   */
  run<Result>(attempt: (compute: Compute) => Promise<Result>): Promise<Result>;
  /** Locks a branch that the viewer may change; see `lockBranch`. */
  hold(branch: string): Promise<void>;
  /** Releases the lock of the branch, if the action holds one. */
  end(): void;
}

/** Returns the computations of a new action. */
export function startComputing({ read }: Pick<Store, 'read'>): Computing {
  const state: State = { results: new Map(), runs: new Map(), release: undefined };
  const hold = async (branch: string): Promise<void> => {
    state.release ??= await lockBranch(branch);
  };
  async function resume({ branch, name, work }: Interruption): Promise<void> {
    if (branch !== null) await hold(branch);
    if (!work) return;
    await work(read);
    state.runs.set(name, (state.runs.get(name) ?? 0) + 1);
  }
  return {
    hold,
    end: () => state.release?.(),
    async run(attempt) {
      for (;;) {
        try {
          return await attempt((reads, computation) => compute(state, reads, computation));
        } catch (error) {
          if (!(error instanceof Interruption)) throw error;
          await resume(error);
        }
      }
    },
  };
}

interface State {
  /** The latest result of each computation, by name. */
  results: Map<string, { key: string; value: unknown }>;
  /** Number of times that each computation ran outside of a transaction, by its name. */
  runs: Map<string, number>;
  /** Releases the lock of the branch; set while the action holds it. */
  release: (() => void) | undefined;
}

async function compute<Value>(state: State, read: Queries, computation: Computation<Value>): Promise<Value> {
  const { branch, name, key, load } = computation;
  const cached = state.results.get(name);
  if (cached?.key === key) return cached.value as Value;
  if (!state.release && branch !== null && isBranchLocked(branch)) throw new Interruption(computation);
  const work = await load(read);
  const mustFinish = (state.runs.get(name) ?? 0) > maxRetries;
  if (mustFinish) await allowPause(read);
  if (work.weight <= lightWork || mustFinish) return work.run(read);
  throw new Interruption(computation, async (reads) => {
    state.results.set(name, { key, value: await work.run(reads) });
  });
}

/**
 * Allows the transaction to pause for up to two minutes. By default, Postgres ends a session whose transaction pauses
 * for some seconds.
 */
async function allowPause(read: Queries): Promise<void> {
  if (read.provider === 'sqlite') return;
  await read.all(sql`select set_config('idle_in_transaction_session_timeout', '120000', true) as timeout`);
}
