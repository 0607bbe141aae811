import { jobKinds, schedules } from '../../app/job-kinds.js';
import { replayJob } from '../../modules/jobs/actions.js';
import { latestJobs } from '../../modules/jobs/job-log.js';
import { createAi } from '../../platform/ai/ai.js';
import { badInput } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { runDueJobs } from '../../platform/jobs/run-due-jobs.js';
import { addScheduled } from '../../platform/jobs/schedules.js';
import { createOutbound } from '../../platform/outbound/outbound.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph jobs list`. */
export interface JobsOptions {
  status?: string;
  kind?: string;
  org?: string;
  limit: string;
  json?: boolean;
}

const statuses = ['waiting', 'running', 'done', 'dead'];

const maxLimit = 10_000;

/** `docgraph jobs list`: prints the newest jobs, also those without an organization. */
export async function listJobsCommand({ status, kind, org, limit, json }: JobsOptions): Promise<void> {
  if (status !== undefined && !statuses.includes(status))
    throw badInput('status', `\`--status\` must be one of ${statuses.join(', ')} (got ${JSON.stringify(status)})`);
  if (!/^\d{1,5}$/.test(limit) || Number(limit) > maxLimit)
    throw badInput('limit', `\`--limit\` must be a whole number from 0 to ${maxLimit} (got ${JSON.stringify(limit)})`);
  const filter = { status, kind, organizationId: org };
  const jobs = await withSession(({ store }) => latestJobs(store, filter, Number(limit)));
  const sentence = jobs.map(lineOf).join('\n') || 'There are no such jobs.';
  printResult({ jobs: jobs.map(shownOf) }, { json, sentence });
}

/**
 * Returns the columns of a job to print: without the payload, which is secret, and without columns that only workers
 * need.
 */
function shownOf({ payload: _payload, waitingKey: _key, owner: _owner, queue: _queue, ...shown }: Row<'Job'>) {
  return shown;
}

function lineOf({ id, kind, status, organizationId, done, total, attempts, error }: Row<'Job'>): string {
  const progress = total > 0 ? `${done} of ${total}` : '';
  const cells = [
    id,
    kind,
    status,
    organizationId ?? '',
    progress,
    attempts > 1 ? `attempt ${attempts}` : '',
    error ?? '',
  ];
  return cells
    .filter((cell) => cell !== '')
    .join('  ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ');
}

/** `docgraph jobs replay ID`: queues a job that is no longer retried; a server runs it. */
export async function replayJobCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => replayJob(session, id));
  printResult({ id }, { json, sentence: `The job ${id} waits to be run again.` });
}

/** `docgraph jobs run-schedules`: adds the scheduled jobs that are due, and runs them and all other waiting jobs. */
export async function runSchedulesCommand({ json }: { json?: boolean }): Promise<void> {
  const result = await withSession(async ({ config, store }) => {
    const added = await addScheduled(store, schedules);
    const outbound = createOutbound(config.outboundAllow);
    const kinds = jobKinds({ store, outbound, ai: createAi(config.ai, outbound) });
    return { added, attempts: await runDueJobs(store, kinds) };
  });
  const sentence = `Added ${result.added} scheduled jobs, and made ${result.attempts} attempts.`;
  printResult(result, { json, sentence });
}
