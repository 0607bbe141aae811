import { confirmHostname } from '../../modules/sites/sites/hostname-actions.js';
import { findSite } from '../objects/find-object.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph site confirm SITE`: confirms the hostname of a site without a DNS query, and prints the site's id. */
export async function confirmSiteCommand(site: string, { json }: { json?: boolean }): Promise<void> {
  const id = await withSession(async (session) => {
    const id = await findSite(session.store.read, { text: site });
    await confirmHostname(session, id);
    return id;
  });
  printResult({ id }, { json, sentence: `Confirmed the hostname of the site ${id}.` });
}
