import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { ContentWork } from '../../shared/computing.js';
import type { HeadMove, IndexedMove } from './move-head.js';

/** Updates derived data after a head has moved, from the changed pages and files. */
export type RunHeadHooks = (move: HeadMove) => Promise<void>;

/** A hook that updates derived data, such as an index, in the transaction that moves the head of a space. */
export interface HeadHook {
  /** Reads the state of a space before the first write of the transaction. Hooks do not see each other's writes. */
  begin(tx: Transaction, spaceId: string): Promise<RunHeadHooks>;
  /** Reads the texts to analyze for a move. The returned work caches its results, so that `RunHeadHooks` finds them. */
  load?(read: Queries, move: MovedTexts): Promise<ContentWork<void>>;
}

/** A move of a head, with its new texts, which may not be stored yet. */
export interface MovedTexts extends IndexedMove {
  blobs: ReadonlyMap<Hash, Uint8Array>;
}

let hooks: readonly HeadHook[] | undefined;

/** Registers the head hooks. Every program that may move a head imports `app/head-hooks.ts`, which calls this. */
export function registerHeadHooks(all: readonly HeadHook[]): void {
  hooks = all;
}

/**
 * Begins all head hooks of a space.
 * @throws Error if none are registered, since the indexes would miss the change
 */
export async function headHooksFor(tx: Transaction, spaceId: string): Promise<RunHeadHooks> {
  const all = await Promise.all(registeredHooks().map((hook) => hook.begin(tx, spaceId)));
  return async (move) => void (await Promise.all(all.map((run) => run(move))));
}

/** Reads the texts that the head hooks must analyze for a move. */
export async function loadForHeadHooks(read: Queries, move: MovedTexts): Promise<ContentWork<void>> {
  const works = await Promise.all(registeredHooks().map((hook) => hook.load?.(read, move)));
  return {
    weight: works.reduce((sum, work) => sum + (work?.weight ?? 0), 0),
    run: async (reads) => void (await Promise.all(works.map((work) => work?.run(reads)))),
  };
}

function registeredHooks(): readonly HeadHook[] {
  if (hooks) return hooks;
  throw new Error('No head hooks are registered: import app/head-hooks.js before a head moves');
}
