import { isOperator } from '../../access/viewer.js';
import { AppError, notFound } from '../../platform/base/errors.js';
import { queryById } from '../../platform/db/query/by-id.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../platform/db/write/change-rows.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { lockQueriedRow, lockTarget } from '../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';

/**
 * Restarts a dead job, with as many attempts as a new job.
 * @throws NOT_FOUND except for the operator and admins of its organization; CONFLICT if the job is not dead
 */
export function replayJob(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const job = await lockDeadJob(unit, id);
    const set = { status: 'waiting', attempts: 0, runAt: unit.at, finishedAt: null };
    bufferUpdate(unit.tx, { table: 'Job', where: { id }, set });
    wakeWorkers(unit.tx);
    record(unit, job, 'replayJob');
  });
}

/**
 * Removes a dead job permanently.
 * @throws errors of `replayJob`
 */
export function removeJob(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const job = await lockDeadJob(unit, id);
    bufferDelete(unit.tx, { table: 'Job', where: { id } });
    record(unit, job, 'removeJob');
  });
}

async function lockDeadJob(unit: UnitOfWork, id: string): Promise<Row<'Job'>> {
  const job = isOperator(unit.viewer) ? await lockAnyJob(unit, id) : await lockTarget(unit, 'Job', id, 'job.manage');
  if (job.status === 'dead') return job;
  const message = `The job ${id} must be dead (got ${job.status})`;
  throw new AppError('CONFLICT', message, { reason: 'JOB_NOT_DEAD' });
}

/** Locks a job, even if it belongs to no organization. @throws NOT_FOUND */
async function lockAnyJob(unit: UnitOfWork, id: string): Promise<Row<'Job'>> {
  const job = await lockQueriedRow(unit, 'Job', jobById(unit.tx.read, [id]));
  if (!job) throw notFound('job', id);
  return job;
}

const jobById = queryById('Job');

/** Records an event in the log of the job's organization. Does nothing for a job without an organization. */
function record(unit: UnitOfWork, { id, organizationId, kind }: Row<'Job'>, action: 'replayJob' | 'removeJob'): void {
  if (organizationId !== null) unit.record({ organizationId, action, targetId: id, changes: { kind } });
}
