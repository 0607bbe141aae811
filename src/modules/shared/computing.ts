import { sql } from 'kysely';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Store } from '../../platform/db/write/store.js';
import { isBranchLocked, lockBranch } from './branch-lock.js';

/**
 * Work on content that an action needs before it writes, such as an edit, a merge or the analysis of texts for an
 * index. Small work runs in the transaction. Larger work would block all other writers, so the transaction is rolled
 * back, the work runs, and the transaction starts again. The new transaction finds the result by the key if the inputs
 * have not changed.
 */
export interface Computation<Value> {
  /**
   * Id of the space or change request whose content the action changes. It is the same in all computations of an
   * action; null if there is none.
   */
  branch: string | null;
  /** Name of the computation, such as `merge`. */
  name: string;
  /** Hashes of all contents that the result depends on, in addition to the request itself. */
  key: string;
  /** Reads the input of the work. */
  load(read: Queries): Promise<ContentWork<Value>>;
}

/** Work whose input has been read. */
export interface ContentWork<Value> {
  /** Number of bytes of text that the work processes. */
  weight: number;
  /** Does the work, and reads further input if needed. Must have no side effects, because it may be called again. */
  run(read: Queries): Promise<Value>;
}

/**
 * Maximum size of work that runs in a transaction, in bytes of text. This amount is read, compared or written within
 * about 10 ms.
 */
export const lightWork = 16_384;

/**
 * Maximum number of times that an action repeats a computation because its branch moved. After that, it locks the
 * branch while it computes.
 */
const maxRetries = 3;

/** Reason why an attempt at a transaction was rolled back. `Computing.run` always catches it. */
class Interruption {
  readonly branch: string | null;
  readonly name: string;
  constructor(
    { branch, name }: Pick<Computation<unknown>, 'branch' | 'name'>,
    /** Does the work and stores its result for the next attempt; undefined if another action holds the branch. */
    readonly work?: (read: Queries) => Promise<void>,
  ) {
    this.branch = branch;
    this.name = name;
  }
}

/**
 * Runs a computation in the transaction of an action; see `Computation`.
 * @throws errors of the work
 */
export type Compute = <Value>(read: Queries, computation: Computation<Value>) => Promise<Value>;

/** The computations of an action, and the branch that it holds. */
export interface Computing {
  /**
   * Runs attempts at a transaction until a computation no longer interrupts it.
   * @param attempt runs one transaction; writes before an interruption are rolled back
   */
  run<Result>(attempt: (compute: Compute) => Promise<Result>): Promise<Result>;
  /**
   * Waits until no other action of this process computes a change of a branch that the viewer may change, then holds
   * the branch.
   */
  hold(branch: string): Promise<void>;
  /** Releases the branch. */
  end(): void;
}

/** Starts the computations of an action. */
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
  /** For each computation, by name: how often it ran outside of a transaction. */
  runs: Map<string, number>;
  /** Releases the branch; set while the action holds it. */
  release: (() => void) | undefined;
}

async function compute<Value>(state: State, read: Queries, computation: Computation<Value>): Promise<Value> {
  const { branch, name, key, load } = computation;
  const known = state.results.get(name);
  if (known?.key === key) return known.value as Value;
  if (!state.release && branch !== null && isBranchLocked(branch)) throw new Interruption(computation);
  const work = await load(read);
  const mustEnd = (state.runs.get(name) ?? 0) > maxRetries;
  if (mustEnd) await allowPause(read);
  if (work.weight <= lightWork || mustEnd) return work.run(read);
  throw new Interruption(computation, async (reads) => {
    state.results.set(name, { key, value: await work.run(reads) });
  });
}

/**
 * Allows a pause of the transaction. By default, Postgres ends the session of a transaction that pauses for some
 * seconds.
 */
async function allowPause(read: Queries): Promise<void> {
  if (read.provider === 'sqlite') return;
  await read.all(sql`select set_config('idle_in_transaction_session_timeout', '120000', true) as timeout`);
}
