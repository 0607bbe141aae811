import { isOperator } from '../../access/viewer.js';
import { AppError, notFound } from '../../platform/base/errors.js';
import { queryById } from '../../platform/db/query/by-id.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../platform/db/write/change-rows.js';
import { wakeWorkers } from '../../platform/jobs/enqueue.js';
import { lockFound, lockTarget } from '../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../shared/unit-of-work.js';

/**
 * Restarts a job that was given up, with as many attempts as a new one.
 * @throws NOT_FOUND except for the operator and admins of its organization; CONFLICT if the job was not given up
 */
export function replayJob(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const job = await lockDead(unit, id);
    const set = { status: 'waiting', attempts: 0, runAt: unit.at, finishedAt: null };
    bufferUpdate(unit.tx, { table: 'Job', where: { id }, set });
    wakeWorkers(unit.tx);
    record(unit, job, 'replayJob');
  });
}

/**
 * Removes a job that was given up, permanently.
 * @throws as `replayJob`
 */
export function removeJob(actor: Actor, id: string): Promise<void> {
  return runAction(actor, async (unit) => {
    const job = await lockDead(unit, id);
    bufferDelete(unit.tx, { table: 'Job', where: { id } });
    record(unit, job, 'removeJob');
  });
}

async function lockDead(unit: UnitOfWork, id: string): Promise<Row<'Job'>> {
  const job = isOperator(unit.viewer) ? await lockAny(unit, id) : await lockTarget(unit, 'Job', id, 'job.manage');
  if (job.status === 'dead') return job;
  const message = `The job ${id} must be dead (got ${job.status})`;
  throw new AppError('CONFLICT', message, { reason: 'JOB_NOT_DEAD' });
}

/** Locks a job of any organization, or of none. @throws NOT_FOUND */
async function lockAny(unit: UnitOfWork, id: string): Promise<Row<'Job'>> {
  const job = await lockFound(unit, 'Job', jobById(unit.tx.read, [id]));
  if (!job) throw notFound('job', id);
  return job;
}

const jobById = queryById('Job');

/** Records an event, except for jobs without an organization, which have no log. */
function record(unit: UnitOfWork, { id, organizationId, kind }: Row<'Job'>, action: 'replayJob' | 'removeJob'): void {
  if (organizationId !== null) unit.record({ organizationId, action, targetId: id, changes: { kind } });
}
