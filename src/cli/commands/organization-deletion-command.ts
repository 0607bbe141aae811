import { deleteOrganization, restoreOrganization } from '../../modules/lifecycle/organizations/deletion-actions.js';
import { AppError } from '../../platform/base/errors.js';
import { findOrganization } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** Options of `docgraph org delete`. */
export interface DeletionOptions {
  title?: string;
  yes?: boolean;
  now?: boolean;
  json?: boolean;
}

/**
 * `docgraph org delete ORGANIZATION`: deletes an organization, and prints the time at which its data begin to be
 * removed.
 */
export async function deleteOrganizationCommand(
  organization: string,
  { title, yes, now, json }: DeletionOptions,
): Promise<void> {
  if (title === undefined && !yes)
    throw new AppError('BAD_USER_INPUT', 'Cannot delete an organization without `--title TITLE` or `--yes`');
  const { id, removeAt } = await withSession(async (session) => {
    const id = await findOrganization(session.store.read, organization);
    return deleteOrganization(session, { organization: id, title, now });
  });
  const sentence = `Deleted the organization ${id}. Its removal begins at ${removeAt}; until then \`docgraph org restore\` restores it.`;
  printResult({ id, removeAt }, { json, sentence });
}

/** `docgraph org restore ORGANIZATION`: restores a deleted organization, and prints its id. */
export async function restoreOrganizationCommand(organization: string, { json }: { json?: boolean }): Promise<void> {
  const id = await withSession(async (session) => {
    const id = await findOrganization(session.store.read, organization);
    await restoreOrganization(session, id);
    return id;
  });
  printResult({ id }, { json, sentence: `Restored the organization ${id}.` });
}
