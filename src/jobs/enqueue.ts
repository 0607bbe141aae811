import { sql } from 'kysely';
import type { Json } from '../content/types.js';
import { newId } from '../ids.js';
import { insertRows } from '../store/insert-rows.js';
import { jobQueueSchema } from '../store/job-queue.js';
import type { Transaction } from '../store/transaction.js';

/** A job as it is asked for. */
export interface NewJob {
  /** Name of its kind. */
  kind: string;
  /** What the kind is told; it is shown to nobody. */
  payload: Json;
  /** Organization whose admins see it; null: the operator's alone. */
  organizationId: string | null;
  /** Of jobs with one key only one waits for its first run: asking for a second one gives that one, as it is. */
  key?: string;
  /** When it is begun at the earliest; else at once. */
  runAt?: Date;
}

/** What whoever works on jobs in this process listens to. */
export const jobsTopic = 'jobs';

/**
 * Adds a job within the transaction of the effect that makes it: neither is there without the other. Answers its id. It comes
 * late in the transaction: others that ask for the same key wait for its end.
 */
export async function enqueue(tx: Transaction, job: NewJob): Promise<string> {
  const { key = null, runAt = new Date() } = job;
  for (;;) {
    const row = { ...rowOf(job), id: newId('Job'), key, waitingKey: key, runAt };
    await insertRows(tx, { table: 'Job', rows: [row], unlessThere: true });
    const id = key === null ? row.id : await lockWaiting(tx, key);
    if (id === row.id) await callFor(tx, id, runAt);
    // The one that had the key may have begun meanwhile, and knows nothing of what this transaction writes.
    if (id !== null) return id;
  }
}

/** Tells whoever works on jobs that one waits, behind the commit. */
export async function callFor(tx: Transaction, id: string, runAt: Date): Promise<void> {
  if (tx.read.provider === 'sqlite') return tx.announce(jobsTopic);
  await tx.read.all(sql`select ${sql.raw(jobQueueSchema)}.add_job(identifier => 'run', payload => json_build_object('id', ${id}::text),
    run_at => ${runAt.toISOString()}::timestamptz, job_key => ${id}::text)::text as added`);
}

function rowOf({ kind, payload, organizationId }: NewJob) {
  return { kind, payload: JSON.stringify(payload), organizationId, status: 'waiting', createdAt: new Date() };
}

/** The job that waits with a key, locked: it does not begin before this transaction ends. */
async function lockWaiting(tx: Transaction, key: string): Promise<string | null> {
  const query = tx.read.sql.selectFrom('Job').select('id').where('waitingKey', '=', key);
  const waiting = await tx.read.first(query);
  if (!waiting) return null;
  await tx.lock('Job', waiting.id);
  return (await tx.read.first(query))?.id ?? null;
}
