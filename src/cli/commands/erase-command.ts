import { eraseUser } from '../../modules/lifecycle/erasures/erase-actions.js';
import { eraseUsersKind } from '../../modules/lifecycle/erasures/erase-job.js';
import { erasureRemains } from '../../modules/lifecycle/erasures/remains.js';
import { badInput } from '../../platform/base/errors.js';
import { runDueJobs } from '../../platform/jobs/run-due-jobs.js';
import { createSealer } from '../../platform/secrets/sealed.js';
import { askConfirmation, isTerminal } from '../process/confirm.js';
import { printResult } from '../process/output.js';
import { openSecrets } from '../setup/open-secrets.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph user erase`. */
export interface EraseOptions {
  /** Whether to erase the user without a confirmation. */
  yes?: boolean;
  json?: boolean;
}

/**
 * `docgraph user erase EMAIL|ID`: erases a user, and runs the job that replaces the user in events and mails. Prints
 * which data remain.
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

/**
 * Asks for a confirmation on the terminal.
 * @throws BAD_USER_INPUT if the person does not confirm, or if there is no terminal
 */
async function requireConfirmation(user: string): Promise<void> {
  const question = `Erase ${user}? This cannot be undone. [y/N] `;
  if (isTerminal() && (await askConfirmation(question))) return;
  throw badInput('yes', `Cannot erase ${user}: not confirmed. Add --yes.`);
}
