import { type JobParts, jobKinds, schedules } from '../../app/job-kinds.js';
import { replayJob } from '../../modules/jobs/actions.js';
import { latestJobs } from '../../modules/jobs/job-log.js';
import { createMailSender } from '../../modules/mail/send-mail.js';
import { createAi } from '../../platform/ai/ai.js';
import { backupSchedules } from '../../platform/backup/schedule/backup-job.js';
import { badInput } from '../../platform/base/errors.js';
import { publicUrlOf } from '../../platform/config/config.js';
import type { Row } from '../../platform/db/query/rows.js';
import { runDueJobs } from '../../platform/jobs/run-due-jobs.js';
import { addScheduled } from '../../platform/jobs/schedules.js';
import { createOutbound } from '../../platform/outbound/outbound.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { findOptionalOrganization } from '../objects/find-object.js';
import { replaceControlCharacters } from '../process/control-characters.js';
import { parseLimit } from '../process/limit-option.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { type Session, withSession } from '../setup/session.js';

/** Options of `docgraph jobs list`. */
export interface JobsOptions {
  status?: string;
  kind?: string;
  org?: string;
  limit: string;
  json?: boolean;
}

const statuses = ['waiting', 'running', 'done', 'dead'];

/** `docgraph jobs list`: prints the newest jobs, including those without an organization. */
export async function listJobsCommand({ status, kind, org, limit, json }: JobsOptions): Promise<void> {
  if (status !== undefined && !statuses.includes(status))
    throw badInput('status', `\`--status\` must be one of ${statuses.join(', ')} (got ${JSON.stringify(status)})`);
  const count = parseLimit(limit);
  const jobs = await withSession(async ({ store }) => {
    const organization = await findOptionalOrganization(store.read, org);
    return latestJobs(store, { status, kind, organization }, count);
  });
  const sentence = jobs.map(formatJob).join('\n') || 'There are no such jobs.';
  printResult({ jobs: jobs.map(printedColumns) }, { json, sentence });
}

/** Returns the columns of a job that are printed: all except the payload, which is secret, and columns for workers. */
function printedColumns({ payload: _payload, waitingKey: _key, owner: _owner, queue: _queue, ...columns }: Row<'Job'>) {
  return columns;
}

function formatJob({ id, kind, status, organizationId, done, total, attempts, error }: Row<'Job'>): string {
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
  return replaceControlCharacters(cells.filter((cell) => cell !== '').join('  '));
}

/** `docgraph jobs replay ID`: puts a job that is no longer retried back into the queue. A server then runs it. */
export async function replayJobCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => replayJob(session, id));
  printResult({ id }, { json, sentence: `The job ${id} waits to be run again.` });
}

/** `docgraph jobs run-schedules`: adds the scheduled jobs that are due. Then runs all due jobs. */
export async function runSchedulesCommand({ json }: { json?: boolean }): Promise<void> {
  const result = await withSession(async (session) => {
    const added = await addScheduled(session.store, [...schedules, ...backupSchedules(session.config.backup)]);
    return { added, attempts: await runJobs(session) };
  });
  const sentence = `Added ${result.added} scheduled jobs, and made ${result.attempts} attempts.`;
  printResult(result, { json, sentence });
}

/** Runs all due jobs, and returns the number of attempts. */
async function runJobs(session: Session): Promise<number> {
  const { config, store } = session;
  const outbound = createOutbound(config.outboundAllow);
  const mailing = await openMailing(session);
  try {
    const { retention, backup } = config;
    const ai = createAi(config.ai, outbound);
    return await runDueJobs(store, jobKinds({ store, outbound, ai, retention, backup, ...mailing }));
  } finally {
    await mailing.mail?.transport.close();
  }
}

/**
 * Returns the mail sender, and the data for the links in mails. Returns neither without `SMTP_URL`: this process then
 * needs no secret, and a server runs the jobs that need them.
 */
async function openMailing({ config, store }: Session): Promise<Pick<JobParts, 'mail' | 'links'>> {
  if (config.mail.smtpUrl === undefined) return {};
  const secrets = await openSecrets(config, store);
  const sealer = createSealer(secrets);
  const links = { sealer, secret: secrets.current, base: publicUrlOf(config) };
  return { mail: createMailSender(config.mail, sealer), links };
}
