import { rebuildSearch } from '../../modules/content/search/rebuild.js';
import { printResult } from '../process/output.js';
import { withSession } from '../setup/session.js';

/** `docgraph search rebuild`: makes the search index of a space, or of all, anew. */
export async function rebuildSearchCommand({ space, json }: { space?: string; json?: boolean }): Promise<void> {
  const rebuilt = await withSession(({ store }) => rebuildSearch(store, space));
  printResult(rebuilt, { json, sentence: `Indexed ${rebuilt.pages} pages of ${rebuilt.spaces} spaces.` });
}
