import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { deleteLater, updateLater } from '../../platform/db/write/change-rows.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { type Act, type Actor, act } from '../shared/act.js';
import { lockTarget } from '../shared/targets.js';

/**
 * Begins a job that was given up anew, with as many attempts as a new one.
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT for a job that was not given up
 */
export function replayJob(actor: Actor, id: string): Promise<void> {
  return act(actor, async (under) => {
    const job = await lockDead(under, id);
    const set = { status: 'waiting', attempts: 0, runAt: under.at, finishedAt: null };
    updateLater(under.tx, { table: 'Job', where: { id }, set });
    wakeWorkers(under.tx);
    record(under, job, 'replayJob');
  });
}

/**
 * Removes a job that was given up, for good.
 * @throws as `replayJob`
 */
export function removeJob(actor: Actor, id: string): Promise<void> {
  return act(actor, async (under) => {
    const job = await lockDead(under, id);
    deleteLater(under.tx, { table: 'Job', where: { id } });
    record(under, job, 'removeJob');
  });
}

async function lockDead(under: Act, id: string): Promise<Row<'Job'>> {
  const job = await lockTarget(under, 'Job', id, 'job.manage');
  if (job.status === 'dead') return job;
  const message = `The job ${id} must be dead (got ${job.status})`;
  throw new AppError('CONFLICT', message, { reason: 'JOB_NOT_DEAD' });
}

/** What is done for all organizations is in the log of none. */
function record(under: Act, { id, organizationId, kind }: Row<'Job'>, action: 'replayJob' | 'removeJob'): void {
  if (organizationId !== null) under.record({ organizationId, action, targetId: id, changes: { kind } });
}
