import type { JobKind, JobRun } from '../../../platform/jobs/job-kind.js';
import { eraseKind } from './erase-kind.js';
import { deletePersonRows } from './person-rows.js';
import { type Cursor, type Eraser, replaceInTable } from './replace-traces.js';
import { tracedTables } from './traced-tables.js';
import type { Traces } from './traces.js';

/** Input of the job: the sealed traces, and the position that the job has reached. Empty when the work is done. */
interface Payload {
  sealed?: string;
  /** Position in `tracedTables`. */
  table?: number;
  /** Key of the last processed row in that table. */
  after?: Cursor;
}

/** Returns the kind of jobs that replace an erased person in events and mails. */
export function eraseUsersKind(eraser: Eraser): JobKind {
  return { name: eraseKind, run: (payload, run) => finishErasure(eraser, (payload ?? {}) as Payload, run) };
}

/**
 * Replaces the person in all traced tables, in short transactions. A later attempt continues at the last stored
 * position. At the end, deletes rows of the person that were written during the erasure, such as the session of a
 * sign-in in progress.
 */
async function finishErasure(eraser: Eraser, { sealed, ...position }: Payload, run: JobRun): Promise<void> {
  if (sealed === undefined) return;
  const { store, sealer } = eraser;
  const traces = JSON.parse(sealer.open('erasure', sealed)) as Traces;
  const first = position.table ?? 0;
  for (const [index, traced] of tracedTables.entries()) {
    if (index < first) continue;
    await run.progress(index, tracedTables.length);
    await replaceInTable(
      { ...eraser, traces, traced, signal: run.signal },
      {
        after: index === first ? position.after : undefined,
        jobId: run.id,
        payloadAt: (after) => JSON.stringify({ sealed, table: index, after } satisfies Payload),
      },
    );
  }
  await store.transaction(async (tx) => deletePersonRows(tx, traces.userId));
  await store.freeSpace();
  await store.transaction(async (tx) =>
    tx.buffer(
      tx.read.sql
        .updateTable('Job')
        .set({ payload: '{}' as never })
        .where('id', '=', run.id),
    ),
  );
  await run.progress(tracedTables.length, tracedTables.length);
}
