import { confirmHostname } from '../../modules/sites/sites/hostname-actions.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph site confirm ID`: confirms the hostname of a site without a DNS query, and prints the site's id. */
export async function confirmSiteCommand(id: string, { json }: { json?: boolean }): Promise<void> {
  await withSession((session) => confirmHostname(session, id));
  printResult({ id }, { json, sentence: `Confirmed the hostname of the site ${id}.` });
}
