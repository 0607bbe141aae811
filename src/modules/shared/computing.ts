import { sql } from 'kysely';
import type { Queries } from '../../platform/db/query/queries.js';
import type { Store } from '../../platform/db/write/store.js';
import { holdBranch, isHeld } from './branch-gate.js';

/**
 * Content work that an action needs before it writes: an edit, a merge, the texts that an index takes. Small work is done in the
 * transaction. Larger work would keep the lock from all other writers, so the transaction is given up, the work is done, and the
 * transaction begins again; it finds the result by the key when nothing that the result depends on has changed.
 */
export interface Computation<Value> {
  /** Id of the space or change request whose content the action changes, the same in all its computations; null for none. */
  branch: string | null;
  /** What is computed, such as `merge`. */
  name: string;
  /** All that the result depends on, besides the request itself: hashes of contents. */
  key: string;
  /** Reads what the work takes. */
  load(read: Queries): Promise<ContentWork<Value>>;
}

/** Work whose input was read. */
export interface ContentWork<Value> {
  /** Bytes of text that it goes through. */
  weight: number;
  /** Does it; what else it turns out to need is read. Pure: it may run again. */
  run(read: Queries): Promise<Value>;
}

/** Bytes of text that are read, compared or written within some 10 ms: so much is done in a transaction. */
export const lightWork = 16_384;

/** Times that an action computes the same again because its branch moved; the next time it computes under the lock. */
const maxLostRaces = 3;

/** Why an attempt at a transaction was given up. It never leaves `Computing.run`. */
class Interruption {
  readonly branch: string | null;
  readonly name: string;
  constructor(
    { branch, name }: Pick<Computation<unknown>, 'branch' | 'name'>,
    /** Computes, and keeps the result for the next attempt; undefined when another action holds the branch. */
    readonly work?: (read: Queries) => Promise<void>,
  ) {
    this.branch = branch;
    this.name = name;
  }
}

/** Computes in the transaction of an action, see `Computation`. @throws what the work throws */
export type Compute = <Value>(read: Queries, computation: Computation<Value>) => Promise<Value>;

/** The computations of an action, and the branch that it holds. */
export interface Computing {
  /**
   * Runs the attempts at a transaction until one is not interrupted by a computation.
   * @param attempt runs one transaction; whatever it wrote before a computation is undone
   */
  run<Result>(attempt: (compute: Compute) => Promise<Result>): Promise<Result>;
  /** Waits until no other action of this process computes a change of a branch that the viewer may change, and keeps others from it. */
  hold(branch: string): Promise<void>;
  /** Lets others change the branch. */
  end(): void;
}

/** Begins the computations of an action. */
export function startComputing({ read }: Pick<Store, 'read'>): Computing {
  const state: State = { results: new Map(), runs: new Map(), release: undefined };
  const hold = async (branch: string): Promise<void> => {
    state.release ??= await holdBranch(branch);
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
  /** How often each was computed outside of a transaction, by name. */
  runs: Map<string, number>;
  /** Lets others change the branch; set while the action holds it. */
  release: (() => void) | undefined;
}

async function compute<Value>(state: State, read: Queries, computation: Computation<Value>): Promise<Value> {
  const { branch, name, key, load } = computation;
  const known = state.results.get(name);
  if (known?.key === key) return known.value as Value;
  if (!state.release && branch !== null && isHeld(branch)) throw new Interruption(computation);
  const work = await load(read);
  const mustEnd = (state.runs.get(name) ?? 0) > maxLostRaces;
  if (mustEnd) await allowPause(read);
  if (work.weight <= lightWork || mustEnd) return work.run(read);
  throw new Interruption(computation, async (reads) => {
    state.results.set(name, { key, value: await work.run(reads) });
  });
}

/** Postgres ends the session of a transaction that pauses for some seconds, unless it says otherwise. */
async function allowPause(read: Queries): Promise<void> {
  if (read.provider === 'sqlite') return;
  await read.all(sql`select set_config('idle_in_transaction_session_timeout', '120000', true) as timeout`);
}
