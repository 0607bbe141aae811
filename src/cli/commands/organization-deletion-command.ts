import { deleteOrganization, restoreOrganization } from '../../modules/lifecycle/organizations/deletion-actions.js';
import { AppError } from '../../platform/base/errors.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph org delete`. */
export interface DeletionOptions {
  title?: string;
  yes?: boolean;
  now?: boolean;
  json?: boolean;
}

/** `docgraph org delete ID`: deletes an organization, and prints the time at which its data begin to be removed. */
export async function deleteOrganizationCommand(
  organization: string,
  { title, yes, now, json }: DeletionOptions,
): Promise<void> {
  if (title === undefined && !yes)
    throw new AppError('BAD_USER_INPUT', 'Cannot delete an organization without `--title TITLE` or `--yes`');
  const { id, removeAt } = await withSession((session) => deleteOrganization(session, { organization, title, now }));
  const sentence = `Deleted the organization ${id}. Its removal begins at ${removeAt}; until then \`docgraph org restore\` restores it.`;
  printResult({ id, removeAt }, { json, sentence });
}

/** `docgraph org restore ID`: restores a deleted organization, and prints its id. */
export async function restoreOrganizationCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => restoreOrganization(session, id));
  printResult({ id }, { json, sentence: `Restored the organization ${id}.` });
}
