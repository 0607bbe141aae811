import { sql } from 'kysely';
import type { Queries } from '../../store/queries.js';
import type { Store } from '../../store/store.js';
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

/** Why an attempt at a transaction was given up. It never leaves `runComputing`. */
class Interruption {
  constructor(
    readonly branch: string | null,
    readonly name?: string,
    /** Computes, and keeps the result for the next attempt. */
    readonly compute?: (read: Queries) => Promise<void>,
  ) {}
}

/** Computes in the transaction of an action, see `Computation`. @throws what the work throws */
export type Compute = <Value>(read: Queries, computation: Computation<Value>) => Promise<Value>;

/**
 * Runs the attempts of an action until one is not interrupted by a computation.
 * @param attempt runs one transaction; whatever it wrote before a computation is undone
 */
export async function runComputing<Result>(
  { read }: Pick<Store, 'read'>,
  attempt: (compute: Compute) => Promise<Result>,
): Promise<Result> {
  const state: State = { results: new Map(), runs: new Map(), release: undefined };
  try {
    for (;;) {
      try {
        return await attempt((reads, computation) => compute(state, reads, computation));
      } catch (error) {
        if (!(error instanceof Interruption)) throw error;
        if (error.branch !== null) state.release ??= await holdBranch(error.branch);
        await error.compute?.(read);
        if (error.name !== undefined) state.runs.set(error.name, (state.runs.get(error.name) ?? 0) + 1);
      }
    }
  } finally {
    state.release?.();
  }
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
  if (!state.release && branch !== null && isHeld(branch)) throw new Interruption(branch);
  const work = await load(read);
  const mustEnd = (state.runs.get(name) ?? 0) > maxLostRaces;
  if (mustEnd) await allowPause(read);
  if (work.weight <= lightWork || mustEnd) return work.run(read);
  throw new Interruption(branch, name, async (reads) => {
    state.results.set(name, { key, value: await work.run(reads) });
  });
}

/** Postgres ends the session of a transaction that pauses for some seconds, unless it says otherwise. */
async function allowPause(read: Queries): Promise<void> {
  if (read.provider === 'sqlite') return;
  await read.all(sql`select set_config('idle_in_transaction_session_timeout', '120000', true) as timeout`);
}
