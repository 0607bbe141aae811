import { eraseUser } from '../../modules/lifecycle/erasures/erase-actions.js';
import { eraseUsersKind } from '../../modules/lifecycle/erasures/erase-job.js';
import { erasureRemains } from '../../modules/lifecycle/erasures/remains.js';
import { badInput } from '../../platform/base/errors.js';
import { runDueJobs } from '../../platform/jobs/run-due-jobs.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { isConfirmed, isTerminal } from '../process/confirm.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph user erase`. */
export interface EraseOptions {
  /** Whether to erase without a question. */
  yes?: boolean;
  json?: boolean;
}

/**
 * `docgraph user erase EMAIL|ID`: erases a person, runs the job that replaces the person in events and mails, and prints
 * what remains.
 */
export async function eraseUserCommand(user: string, { yes, json }: EraseOptions): Promise<void> {
  if (!yes) await requireConfirmation(user);
  const { id, displayName } = await withSession(async (session) => {
    const { config, store } = session;
    const sealer = createSealer(await openSecrets(config, store));
    const erased = await eraseUser({ ...session, sealer }, user);
    await runDueJobs(store, [eraseUsersKind({ store, sealer })]);
    return erased;
  });
  const list = erasureRemains.map((sentence) => `- ${sentence}`).join('\n');
  const sentence = `The user ${id} is now ${displayName}. This remains:\n${list}`;
  printResult({ id, displayName, remains: erasureRemains }, { json, sentence });
}

/** @throws BAD_USER_INPUT if the person on the terminal does not confirm, or there is no terminal */
async function requireConfirmation(user: string): Promise<void> {
  const question = `Erase ${user}? This cannot be undone. [y/N] `;
  if (isTerminal() && (await isConfirmed(question))) return;
  throw badInput('yes', `Cannot erase ${user}: not confirmed. Add --yes.`);
}
